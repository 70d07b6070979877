/**
 * The one text of a JSON value, after RFC 8785: keys in UTF-16 order, no white space, numbers as ECMAScript prints
 * them. What JSON cannot say (NaN, infinities, undefined) is null, as missing values are.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785
 * @example
 * canonicalJson({ b: [1.0, 'x'], a: null }) // '{"a":null,"b":[1,"x"]}'
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? 'null';
}
