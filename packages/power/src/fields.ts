/** A mapping as a parser gives it. */
export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asMapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

/** A finite number, else 0: what is missing draws no power. */
export function numberOrZero(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Whether each of these members that is present is a number: NaN and infinity are missing values, not faults. */
export function areNumbers(mapping: Mapping, keys: readonly string[]): boolean {
  return keys.every(
    (key) => !Object.hasOwn(mapping, key) || mapping[key] === null || typeof mapping[key] === 'number',
  );
}
