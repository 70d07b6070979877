/** As much of JSON Schema 2020-12 as the schemas of this package use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

const LONGEST = 80;

/**
 * Where a document differs from its schema in a way that a reader would trip over, in words; null where it does not.
 * Members that the schema does not know are passed over: a newer minor version may have added them.
 *
 * @param schema of the document, and of what it refers to
 * @param isNewer a newer minor version may know more words than those listed: then any will do
 */
export function schemaFault(document: unknown, schema: JsonSchema, isNewer = false): string | null {
  return faultOf(document, schema, { definitions: schema.$defs ?? {}, isNewer }, '');
}

interface Context {
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  readonly isNewer: boolean;
}

function faultOf(value: unknown, schema: JsonSchema, context: Context, path: string): string | null {
  if (schema.$ref !== undefined) {
    const name = decodeURIComponent(schema.$ref.slice('#/$defs/'.length));
    return faultOf(value, context.definitions[name] ?? {}, context, path);
  }
  if (schema.anyOf !== undefined) return anyFault(value, schema.anyOf, context, path);
  const expected = expectation(value, schema, context);
  if (expected !== null) return `${path || 'the document'} is ${shown(value)}, expected ${expected}`;
  if (Array.isArray(value)) return itemFault(value, schema, context, path);
  return typeof value === 'object' && value !== null
    ? memberFault(value as Readonly<Record<string, unknown>>, schema, context, path)
    : null;
}

/** What a value should have been; null where it is that, apart from what it holds. */
function expectation(
  value: unknown,
  { type, const: only, enum: several }: JsonSchema,
  { isNewer }: Context,
): string | null {
  if (!isNewer && only !== undefined && value !== only) return shown(only);
  if (!isNewer && several !== undefined && !several.includes(value))
    return `one of ${several.map(shown).join(', ')}`;
  const types = type === undefined ? [] : [type].flat();
  return types.length === 0 || types.some((one) => isOf(value, one))
    ? null
    : types.map((one) => TYPE_WORDS[one] ?? one).join(' or ');
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
};

/** JSON writes no infinite number, but 1e999 reads as one. */
function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'number':
      return Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** The fault of the alternative that fits best: the one whose fault lies deepest, or the only one that is no null. */
function anyFault(
  value: unknown,
  schemas: readonly JsonSchema[],
  context: Context,
  path: string,
): string | null {
  const faults = schemas.map((schema) => faultOf(value, schema, context, path));
  if (faults.includes(null)) return null;
  const own = `${path || 'the document'} is `;
  const deeper = faults.find((fault) => fault !== null && !fault.startsWith(own));
  if (deeper !== undefined) return deeper;
  const expected = faults.map((fault) => fault?.split(', expected ').at(-1));
  return `${own}${shown(value)}, expected ${expected.join(' or ')}`;
}

function itemFault(
  list: readonly unknown[],
  { items, prefixItems = [], minItems = 0, maxItems = Number.POSITIVE_INFINITY }: JsonSchema,
  context: Context,
  path: string,
): string | null {
  if (list.length < minItems || list.length > maxItems)
    return `${path} has ${list.length} items, expected ${minItems}`;
  for (const [i, item] of list.entries()) {
    const schema = prefixItems[i] ?? items;
    const fault = typeof schema === 'object' ? faultOf(item, schema, context, `${path}[${i}]`) : null;
    if (fault !== null) return fault;
  }
  return null;
}

function memberFault(
  mapping: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  context: Context,
  path: string,
): string | null {
  const missing = required.find((name) => !Object.hasOwn(mapping, name));
  if (missing !== undefined) return `${below(path, missing)} is missing`;
  for (const [name, member] of Object.entries(mapping)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const fault = typeof schema === 'object' ? faultOf(member, schema, context, below(path, name)) : null;
    if (fault !== null) return fault;
  }
  return null;
}

function below(path: string, name: string): string {
  const short = name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
  return path === '' ? short : `${path}.${short}`;
}

/** A value in a message: short, whatever it is. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'infinite';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
