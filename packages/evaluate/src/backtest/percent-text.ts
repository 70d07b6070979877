/** Further off is all the same. */
const MOST_TOLD = 9999;

/**
 * A percentage in two digits, or whole from ten on.
 *
 * @example
 * percentText(2.13) // '2.1 %'
 */
export function percentText(percent: number): string {
  if (percent > MOST_TOLD) return `>${MOST_TOLD} %`;
  const isNearAll = percent >= 99.5 && percent < 100;
  if (percent >= 10) return `${percent.toFixed(isNearAll ? 1 : 0)} %`;
  return `${Number(percent.toPrecision(2))} %`;
}
