import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** A file or folder of the fixtures: real runs, hard cases, golden answers. Tests read them and never write there. */
export function fixturePath(...parts: string[]): string {
  return join(FIXTURES, ...parts);
}

/** Real runs of the real Bio-Pype, and generated ones with known laws. */
export function corpusPath(...parts: string[]): string {
  return fixturePath('corpus', ...parts);
}

/** Hard inputs, each with what is right in its expected.md. */
export function casePath(...parts: string[]): string {
  return fixturePath('cases', ...parts);
}
