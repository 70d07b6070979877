import { expect } from 'vitest';

/** Whether every number of a document is finite, at any depth. */
export function expectFinite(value: unknown, path = ''): void {
  if (typeof value === 'number') expect(Number.isFinite(value), `${path} is ${value}`).toBe(true);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) expectFinite(member, `${path}.${key}`);
  }
}
