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
  return keys.every((key) => !Object.hasOwn(mapping, key) || typeof mapping[key] === 'number');
}

/** Whether a member is a number, null or not there: of the power of a card null is none. */
export function isNumberOrNull(mapping: Mapping, key: string): boolean {
  return mapping[key] === null || areNumbers(mapping, [key]);
}
