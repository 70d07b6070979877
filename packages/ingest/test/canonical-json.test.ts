import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../src/index.ts';
import { jsonValue } from './arbitraries.ts';

/** RFC 8785, section 3.2.2 to 3.2.4. */
it('canonicalJson writes the sample of RFC 8785 as the RFC does', () => {
  const sample = JSON.parse(`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`);
  const bytes =
    '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d';
  expect(Buffer.from(canonicalJson(sample), 'utf8').toString('hex')).toBe(bytes);
});

/** RFC 8785, section 3.2.3. */
it('canonicalJson sorts keys by UTF-16 unit as the RFC does', () => {
  const sample = JSON.parse(`{
    "\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control", "\\u00f6": "Latin Small Letter O With Diaeresis"
  }`);
  expect(Object.values(JSON.parse(canonicalJson(sample)) as object).sort()).toEqual(
    Object.values(sample as object).sort(),
  );
  const order = [...canonicalJson(sample).matchAll(/:"([^"]*)"/g)].map((match) => match[1]);
  expect(order).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

/** RFC 8785, appendix B: IEEE 754 bits in hex, and their text. */
it.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('canonicalJson writes the number %s as %s', (bits, text) => {
  expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
});

it.each<[text: string, value: unknown]>([
  ['null', Number.NaN],
  ['null', Number.POSITIVE_INFINITY],
  ['null', undefined],
  ['{"a":null,"b":null}', { a: Number.NaN, b: undefined }],
  ['[null,null]', [undefined, Number.NEGATIVE_INFINITY]],
  ['12', 12n],
  ['true', true],
  ['""', ''],
  ['[]', []],
  ['{}', {}],
  ['"\\b\\f\\n\\r\\t\\u0001\u007f/é"', '\b\f\n\r\t\u0001\u007f/é'],
])('canonicalJson writes %s for what it is, and for what JSON cannot say', (text, value) => {
  expect(canonicalJson(value)).toBe(text);
});

it('canonicalJson keeps a key called __proto__', () => {
  const value: unknown = JSON.parse('{"__proto__":{"b":1,"a":2},"constructor":null}');
  expect(canonicalJson(value)).toBe('{"__proto__":{"a":2,"b":1},"constructor":null}');
});

it('canonicalJson reads back to the same value', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
