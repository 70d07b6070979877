import { expect, it } from 'vitest';
import { LOSSES } from '../src/index.ts';

it('every loss has one name, of the kind that documents use', () => {
  expect(new Set(LOSSES).size).toBe(LOSSES.length);
  for (const loss of LOSSES) expect(loss).toMatch(/^n(_[a-z]+)+$/);
});
