/** A mapping as a parser gives it. */
export type Mapping = Readonly<Record<string, unknown>>;

const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a mapping, else an empty one. */
export function asMapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

/** A member of a mapping, never one inherited from Object.prototype. */
export function member(mapping: Mapping, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}

/** A finite number, else null. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A finite number that is more than zero, else null. */
export function asPositive(value: unknown): number | null {
  const number = asNumber(value);
  return number !== null && number > 0 ? number : null;
}

/** A number, or the text of a plain decimal one, else null. */
export function asDecimal(value: unknown): number | null {
  if (typeof value !== 'string') return asNumber(value);
  const text = value.trim();
  return DECIMAL.test(text) ? asNumber(Number(text)) : null;
}

/** A scalar as text; null for an empty one and for anything else. */
export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : null;
}
