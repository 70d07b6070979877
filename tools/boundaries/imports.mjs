import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/**
 * Every import of a TypeScript or JavaScript file, in the order of the text: static, re-exported, dynamic,
 * `require`, and types by `import('…')`. `typeOnly` marks those of which nothing is left at run time;
 * `import { type A }` is none of them, for it still loads the module.
 */
export function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const imports = [];
  visit(program, (node) => {
    const found = importIn(node);
    if (found !== undefined) imports.push({ ...found, line: text.slice(0, node.start).split('\n').length });
  });
  return imports;
}

function importIn(node) {
  switch (node.type) {
    case 'ImportDeclaration':
      return named(node.source, node.importKind === 'type');
    case 'ExportNamedDeclaration':
      return named(node.source, node.exportKind === 'type');
    case 'ExportAllDeclaration':
      return named(node.source, node.exportKind === 'type');
    case 'ImportExpression':
      return named(node.source, false);
    case 'TSImportType':
      return named(node.source ?? node.argument?.literal ?? node.argument, true);
    case 'TSImportEqualsDeclaration':
      return named(node.moduleReference?.expression, node.importKind === 'type');
    case 'CallExpression':
      return isLoader(node.callee) ? named(node.arguments[0], false) : undefined;
    default:
      return undefined;
  }
}

function named(source, typeOnly) {
  if (source?.type === 'Literal' && typeof source.value === 'string')
    return { specifier: source.value, typeOnly };
  if (source?.type === 'TemplateLiteral' && source.expressions.length === 0) {
    return { specifier: source.quasis[0].value.cooked, typeOnly };
  }
  return undefined;
}

/** `require(…)`, `require.resolve(…)`, `process.getBuiltinModule(…)`. */
function isLoader(callee) {
  if (callee.type === 'Identifier') return callee.name === 'require';
  if (callee.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  return (
    (object.name === 'require' && property.name === 'resolve') ||
    (object.name === 'process' && property.name === 'getBuiltinModule')
  );
}

function visit(node, enter) {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, enter);
  } else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') enter(node);
    for (const value of Object.values(node)) visit(value, enter);
  }
}
