import { join } from 'node:path';
import { createFormatter, createParser, createProgram, SchemaGenerator } from 'ts-json-schema-generator';

/** Parsing a package's sources takes longer than all the rest: once a package is enough. */
const generators = new Map();

function generatorOf(root, folder) {
  const known = generators.get(folder);
  if (known !== undefined) return known;
  const config = {
    path: join(root, folder, 'src/**/*.ts'),
    tsconfig: join(root, folder, 'tsconfig.json'),
    additionalProperties: true, // a newer minor version may add members
    skipTypeCheck: true,
    topRef: false,
    expose: 'export',
    jsDoc: 'extended',
  };
  const program = createProgram(config);
  const generator = new SchemaGenerator(
    program,
    createParser(program, config),
    createFormatter(config),
    config,
  );
  generators.set(folder, generator);
  return generator;
}

/** The JSON Schema (2020-12) of a document, made of its TypeScript type and the comments on its members. */
export function makeSchema(root, { folder, type, name }) {
  const generator = generatorOf(root, folder);
  const { $schema: _, definitions = {}, ...schema } = generator.createSchema(type);
  const { $defs, rewrite } = nameDefinitions(definitions);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:prm:schema:${name}`,
    title: type,
    ...rewrite(schema),
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}

/** Definitions of named types stay; those of type expressions are put where they are used. */
function nameDefinitions(definitions) {
  const isNamed = (name) => /^\w+$/.test(name);
  const rewrite = (node) => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (typeof node !== 'object' || node === null) return node;
    if (typeof node.$ref === 'string') {
      const target = decodeURIComponent(node.$ref.replace('#/definitions/', ''));
      const { $ref: _, ...beside } = node;
      return isNamed(target)
        ? { ...beside, $ref: `#/$defs/${target}` }
        : { ...rewrite(definitions[target]), ...beside };
    }
    return Object.fromEntries(Object.entries(tupleOf(node)).map(([key, value]) => [key, rewrite(value)]));
  };
  const named = Object.entries(definitions).filter(([name]) => isNamed(name));
  const $defs = Object.fromEntries(
    named.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, node]) => [name, rewrite(node)]),
  );
  return { $defs, rewrite };
}

/** Tuples have other words in 2020-12 than in the draft that the generator writes. */
function tupleOf(node) {
  if (!Array.isArray(node.items)) return node;
  const { items, additionalItems: _, ...rest } = node;
  return { ...rest, prefixItems: items, items: false };
}
