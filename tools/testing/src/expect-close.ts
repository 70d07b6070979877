import { expect } from 'vitest';

/** How far a number may lie from the expected one. Either allowance is enough. */
export interface Tolerance {
  /** As a share of the expected number. Default 1e-9. */
  readonly relative?: number;
  /** In the number's own unit. Default 0: say what counts as nothing. */
  readonly absolute?: number;
}

/**
 * Asserts that `actual` is `expected`, with numbers within the tolerance; arrays, typed arrays and plain objects are
 * compared part by part, everything else must be identical. NaN is close to nothing.
 *
 * @example
 * expectClose([0.1 + 0.2, null], [0.3, null], { relative: 1e-15 });
 */
export function expectClose(actual: unknown, expected: unknown, tolerance: Tolerance = {}): void {
  const { relative = 1e-9, absolute = 0 } = tolerance;
  const differences: string[] = [];
  compare(actual, expected, '');
  expect(differences, `differs by more than ${relative} of the number and ${absolute}`).toEqual([]);

  function compare(a: unknown, e: unknown, at: string): void {
    if (typeof a === 'number' && typeof e === 'number') {
      const allowed = Math.max(absolute, relative * Math.abs(e));
      if (a === e || (Number.isFinite(e) && Math.abs(a - e) <= allowed)) return;
      differences.push(`${at || 'value'}: ${a}, expected ${e}, off by ${a - e}`);
    } else if (isComposite(a) && isComposite(e) && isList(a) === isList(e)) {
      const left = a as Readonly<Record<string, unknown>>;
      const right = e as Readonly<Record<string, unknown>>;
      const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
      for (const key of keys) {
        if (key in left && key in right) compare(left[key], right[key], `${at}/${key}`);
        else differences.push(`${at}/${key}: ${key in left ? 'not expected' : 'missing'}`);
      }
    } else if (!Object.is(a, e)) {
      differences.push(`${at || 'value'}: ${String(a)}, expected ${String(e)}`);
    }
  }
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isList(value: object): boolean {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}
