/** Cards by memory in GiB and power limit in W, as their vendors state them. A guess: several cards share a limit. */
const CARDS: readonly (readonly [memoryGb: number, powerW: number, name: string])[] = [
  [16, 70, 'Tesla T4'],
  [24, 72, 'L4'],
  [24, 150, 'A10'],
  [24, 300, 'A10G'],
  [16, 250, 'P100 16GB'],
  [16, 250, 'V100 PCIe 16GB'],
  [32, 250, 'V100 PCIe 32GB'],
  [16, 300, 'P100 SXM2'],
  [16, 300, 'V100 SXM2 16GB'],
  [32, 300, 'V100 SXM2 32GB'],
  [40, 250, 'A100 PCIe 40GB'],
  [40, 400, 'A100 SXM 40GB'],
  [80, 300, 'A100 PCIe 80GB'],
  [80, 400, 'A100 SXM 80GB'],
  [80, 350, 'H100 PCIe'],
  [80, 700, 'H100 SXM'],
  [141, 700, 'H200 SXM'],
  [48, 300, 'A40'],
  [48, 300, 'RTX 6000 Ada'],
  [48, 300, 'RTX A6000'],
  [48, 350, 'L40S'],
  [24, 350, 'RTX 3090'],
  [24, 450, 'RTX 4090'],
  [192, 1000, 'B200'],
  [192, 750, 'MI300X'],
];

/** GPU fields of a `resource_consumption`, null where missing. */
export interface GpuFacts {
  readonly utilization: number | null;
  readonly memoryMaxMb: number | null;
  readonly memoryTotalMb: number | null;
  readonly powerLimitW: number | null;
}

/**
 * A vendor-neutral key from hardware limits: `gpu[-<memory>gb][-<power>w]`; null for a job without a card.
 * Memory is rounded to whole GiB, power to 10 W, halves up.
 *
 * @example
 * gpuClass({ utilization: 80, memoryMaxMb: null, memoryTotalMb: 81920, powerLimitW: 700 }) // 'gpu-80gb-700w'
 */
export function gpuClass(facts: GpuFacts): string | null {
  if (Object.values(facts).every((value) => value === null)) return null;
  const memory = facts.memoryTotalMb ?? 0;
  const power = facts.powerLimitW ?? 0;
  const memoryPart = memory > 0 ? `-${roundTo(memory / 1024, 1)}gb` : '';
  const powerPart = power > 0 ? `-${roundTo(power, 10)}w` : '';
  return `gpu${memoryPart}${powerPart}`;
}

/**
 * A guess of the card behind a class key: names that fit, joined by ` / `; the key itself when none does.
 *
 * @example
 * gpuDisplayName('gpu-80gb-700w') // 'H100 SXM'
 */
export function gpuDisplayName(key: string): string {
  const match = /^gpu(?:-(\d+)gb)?(?:-(\d+)w)?$/.exec(key);
  if (match === null || (match[1] === undefined && match[2] === undefined)) return key;
  const names = CARDS.filter(
    ([memoryGb, powerW]) =>
      (match[1] === undefined || memoryGb === Number(match[1])) &&
      (match[2] === undefined || roundTo(powerW, 10) === Number(match[2])),
  ).map(([, , name]) => name);
  return names.length > 0 ? names.join(' / ') : key;
}

function roundTo(value: number, step: number): number {
  return Math.floor(value / step + 0.5) * step;
}
