import { expect, it } from 'vitest';
import { type JsonSchema, schemaFault } from '../src/format/schema-fault.ts';

const schema: JsonSchema = {
  type: 'object',
  required: ['name', 'curve'],
  properties: {
    name: { type: 'string' },
    kind: { type: 'string', enum: ['linear', 'power'] },
    format: { const: 'prm/x' },
    curve: { $ref: '#/$defs/Curve%3Cnumber%3E' },
    limit: { type: ['number', 'null'] },
    time: { anyOf: [{ type: 'number' }, { type: 'string', const: 'unlimited' }, { type: 'null' }] },
    gpu: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/Curve%3Cnumber%3E' }] },
    points: {
      type: 'array',
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        prefixItems: [{ type: 'number' }, { type: 'number' }],
      },
    },
    steps: { type: 'object', additionalProperties: { $ref: '#/$defs/Curve%3Cnumber%3E' } },
  },
  $defs: {
    'Curve<number>': {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'number' }, n: { type: 'integer' } },
    },
  },
};
const valid = { name: 'x', curve: { a: 1 } };

it.each([
  [{}],
  [{ limit: null }],
  [{ limit: 2 }],
  [{ time: 'unlimited' }],
  [{ time: 5 }],
  [{ gpu: null }],
  [{ gpu: { a: 1 } }],
  [
    {
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [{ steps: { toString: { a: 1 }, ['__proto__']: { a: 2, n: 3 } } }],
  [{ invented: ['by', { a: 'later version' }] }],
])('a document that a reader can use has no fault: %j', (members) => {
  expect(schemaFault({ ...valid, ...members }, schema)).toBeNull();
});

it.each<[object, string]>([
  [{ name: 5 }, 'name is 5, expected a text'],
  [{ name: undefined }, 'name is undefined, expected a text'],
  [{ curve: 7 }, 'curve is 7, expected a mapping'],
  [{ curve: [] }, 'curve is a list, expected a mapping'],
  [{ curve: null }, 'curve is null, expected a mapping'],
  [{ curve: {} }, 'curve.a is missing'],
  [{ curve: { a: 'x' } }, 'curve.a is "x", expected a number'],
  [{ curve: { a: Number.POSITIVE_INFINITY } }, 'curve.a is infinite, expected a number'],
  [{ curve: { a: 1, n: 1.5 } }, 'curve.n is 1.5, expected a whole number'],
  [{ kind: 'cubic' }, 'kind is "cubic", expected one of "linear", "power"'],
  [{ format: 'prm/y' }, 'format is "prm/y", expected "prm/x"'],
  [{ limit: 'x' }, 'limit is "x", expected a number or null'],
  [{ time: 'soon' }, 'time is "soon", expected a number or "unlimited" or null'],
  [{ gpu: { a: 'x' } }, 'gpu.a is "x", expected a number'],
  [{ points: [[1, 2], [3]] }, 'points[1] has 1 items, expected 2'],
  [{ points: [[1, 'x']] }, 'points[0][1] is "x", expected a number'],
  [{ points: {} }, 'points is a mapping, expected a list'],
  [{ steps: { align: { a: true } } }, 'steps.align.a is true, expected a number'],
  [{ name: { a: 'mapping' } }, 'name is a mapping, expected a text'],
])('a fault is told by its place, what is there and what was expected: %j', (members, fault) => {
  expect(schemaFault({ ...valid, ...members }, schema)).toBe(fault);
});

it('a document that is no mapping is told as such, and what is long is cut', () => {
  expect(schemaFault('x', schema)).toBe('the document is "x", expected a mapping');
  expect(schemaFault({ ...valid, limit: 'x'.repeat(1000) }, schema)?.length).toBeLessThan(150);
  const name = 'n'.repeat(1000);
  expect(schemaFault({ ...valid, steps: { [name]: 1 } }, schema)?.length).toBeLessThan(150);
});

it('a newer version may use words of its own, but nothing of another type', () => {
  expect(schemaFault({ ...valid, kind: 'cubic', format: 'prm/y' }, schema, true)).toBeNull();
  expect(schemaFault({ ...valid, kind: 5 }, schema, true)).toBe('kind is 5, expected a text');
});
