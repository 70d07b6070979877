import { expect } from 'vitest';

/** The `@example` of one documented export. */
export interface DocExample {
  readonly name: string;
  readonly lines: readonly string[];
}

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:async )?(?:function\*?|class|const) (\w+)/g;

/** The `@example` of every documented export of a source text. */
export function docExamples(source: string): DocExample[] {
  return [...source.matchAll(DOCUMENTED)].flatMap(([, block = '', name = '']) => {
    const text = block.replace(/^\s*\* ?/gm, '');
    const code = /@example\n((?:(?!^@)[\s\S])*)/m.exec(text)?.[1];
    return code === undefined ? [] : [{ name, lines: code.trim().split('\n') }];
  });
}

/** The lines of the first JavaScript example of a README. */
export function readmeExample(readme: string): string[] {
  return (/```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '').trimEnd().split('\n');
}

/**
 * Runs the lines of an example, without its imports, against what `names` holds. Where `// value` follows an
 * expression, that is what it must give; an expression alone must give something.
 *
 * @returns how many values were compared
 */
export async function runExample(
  lines: readonly string[],
  names: Readonly<Record<string, unknown>>,
): Promise<number> {
  let compared = 0;
  const check = (actual: unknown, expected: string | null): void => {
    if (expected === null) {
      expect(actual).toBeDefined();
      return;
    }
    compared++;
    expect(actual, `${expected} is said`).toEqual(new Function(`return (${expected});`)());
  };
  const statements = lines.map((line, i) => {
    if (line.startsWith('import ')) return '';
    const [, expression, expected] = /^(.+?);?\s+\/\/ (.+)$/.exec(line) ?? [];
    if (expression !== undefined) return `check(${expression}, ${JSON.stringify(expected)});`;
    return lines.length === i + 1 && !/^\s*(?:const|let|for|await|\})/.test(line)
      ? `check(${line.replace(/;$/, '')}, null);`
      : line;
  });
  const parameters = ['check', ...Object.keys(names)];
  const body = `return (async () => { ${statements.join('\n')} })();`;
  await new Function(...parameters, body)(check, ...Object.values(names));
  return compared;
}

/** Names in backticks of the table under `## Exports` in a README, without arguments. */
export function readmeExports(readme: string): string[] {
  const section = /## Exports\n([\s\S]*?)(?:\n## |$)/.exec(readme)?.[1] ?? '';
  return [...section.matchAll(/`(\w+)[^`]*`/g)].map((match) => match[1] as string);
}
