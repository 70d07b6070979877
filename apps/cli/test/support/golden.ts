import { readFileSync } from 'node:fs';
import { fixturePath } from '@prm/testing';

/** One answer of the independent program: the command line that was given, and where its answer stands. */
export interface GoldenEntry {
  readonly file: string;
  readonly kind: 'registry' | 'model' | 'predict' | 'sensitivity' | 'recommend' | 'evaluate' | 'power';
  /** The set of models; as a word of `args` it stands for their folder. */
  readonly models: string;
  readonly args: readonly string[];
}

export const GOLDEN_ENTRIES: readonly GoldenEntry[] = JSON.parse(
  readFileSync(fixturePath('golden', 'oracle', 'index.json'), 'utf8'),
);

export function goldenDocument(file: string): unknown {
  return JSON.parse(readFileSync(fixturePath('golden', 'oracle', file), 'utf8'));
}

const RELATIVE = 1e-6;
const ABSOLUTE = 1e-9;
/** A z of two nearly equal numbers has few digits. */
const ABSOLUTE_Z = 1e-6;
/** What wrote a document, file names, and free text are no results. */
const NO_RESULTS = new Set(['generator', 'file', 'display_name']);
/** Mappings whose keys are names out of the data: another name is another result. */
const NAMED = new Set(['steps', 'pipelines', 'workflows', 'metrics', 'gpu', 'timeline']);

/**
 * Where an answer differs from the golden one: numbers beyond 1e-6 relative and 1e-9 absolute, anything else at all.
 * Keys may be added to a document, but not to what is keyed by names out of the data.
 */
export function differences(golden: unknown, actual: unknown, path = ''): string[] {
  if (typeof golden === 'number') return numberDifference(golden, actual, path);
  if (Array.isArray(golden)) {
    if (!Array.isArray(actual)) return [`${path}: expected a list, got ${text(actual)}`];
    if (golden.length !== actual.length) return [`${path}: ${golden.length} items, got ${actual.length}`];
    return golden.flatMap((item, i) => differences(item, actual[i], `${path}[${i}]`));
  }
  if (typeof golden !== 'object' || golden === null) {
    return golden === actual ? [] : [`${path}: expected ${text(golden)}, got ${text(actual)}`];
  }
  if (typeof actual !== 'object' || actual === null)
    return [`${path}: expected a mapping, got ${text(actual)}`];
  const found = new Map(Object.entries(actual));
  const missing = Object.entries(golden).flatMap(([key, value]) => {
    if (NO_RESULTS.has(key)) return [];
    return found.has(key)
      ? differences(value, found.get(key), `${path}.${key}`)
      : [`${path}.${key}: missing`];
  });
  const isNamed = NAMED.has(path.slice(path.lastIndexOf('.') + 1));
  const extra = isNamed ? [...found.keys()].filter((key) => !Object.hasOwn(golden, key)) : [];
  return [...missing, ...extra.map((key) => `${path}.${key}: not expected`)];
}

function numberDifference(golden: number, actual: unknown, path: string): string[] {
  const absolute = path.endsWith('.z') ? ABSOLUTE_Z : ABSOLUTE;
  const isClose =
    typeof actual === 'number' &&
    Math.abs(actual - golden) <= Math.max(RELATIVE * Math.abs(golden), absolute);
  return isClose ? [] : [`${path}: expected ${golden}, got ${text(actual)}`];
}

function text(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 100);
}
