import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as api from '../src/index.ts';

interface Example {
  readonly name: string;
  readonly lines: readonly string[];
}

/** What examples say in words, and what must then be true of the value. */
const IN_WORDS: Record<string, (value: unknown) => void> = {
  'slope 2, intercept 1, residuals 0': (value) =>
    expect(value).toEqual({ slope: 2, intercept: 1, leaveOneOutResiduals: new Float64Array(3) }),
};

const folder = new URL('../src/', import.meta.url);
const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = sources.flatMap(examplesOf);

it('the doc blocks of the main functions have an example', () => {
  const documented = examples.map(({ name }) => name);
  const main = [
    'evaluateCurve',
    'fitCurve',
    'leastSquares',
    'medianAbsoluteDeviation',
    'median',
    'medianOfOthers',
  ];
  expect(documented).toEqual(expect.arrayContaining([...main, 'quantile', 'ranks', 'spearman']));
});

it.each(examples)('the example of $name gives what it says', ({ lines }) => {
  expect(run(lines)).toBeGreaterThan(0);
});

it("the README's example gives what it says", () => {
  const code = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const lines = code.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(run(lines)).toBeGreaterThan(3);
});

it('the README names every export, and no other', () => {
  const section = /## Exports\n([\s\S]*?)(?:\n## |$)/.exec(readme)?.[1] ?? '';
  const named = [...section.matchAll(/`(\w+)[^`]*`/g)].map((match) => match[1]);
  expect(named.sort()).toEqual([...Object.keys(api)].sort());
});

it('the README has at most 60 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

/** The `@example` of every documented export of a source text. */
function examplesOf(source: string): Example[] {
  const blocks = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:function|class|const) (\w+)/g);
  return [...blocks].flatMap(([, block = '', name = '']) => {
    const text = block.replace(/^\s*\* ?/gm, '');
    const code = /@example\n((?:(?!^@)[\s\S])*)/m.exec(text)?.[1];
    return code === undefined ? [] : [{ name, lines: code.trim().split('\n') }];
  });
}

/** Runs lines against the package; what follows `//` on a line is what its expression must give. Returns how many did. */
function run(lines: readonly string[]): number {
  let checked = 0;
  const check = (actual: unknown, expected: string): void => {
    checked++;
    const inWords = IN_WORDS[expected];
    if (inWords) inWords(actual);
    else expect(plain(actual), `${expected} is said`).toEqual(valueIn(expected));
  };
  const statements = lines.map((line) => {
    if (/^import /.test(line)) return '';
    const [, expression, expected] = /^(.+?);?\s+\/\/ (.+)$/.exec(line) ?? [];
    return expression === undefined || expected === undefined
      ? line
      : `check(${expression}, ${JSON.stringify(expected)});`;
  });
  new Function('check', ...Object.keys(api), statements.join('\n'))(check, ...Object.values(api));
  return checked;
}

function valueIn(text: string): unknown {
  return new Function(`return (${text});`)();
}

function plain(value: unknown): unknown {
  return value instanceof Float64Array ? [...value] : value;
}
