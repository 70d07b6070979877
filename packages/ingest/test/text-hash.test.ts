import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textHash } from '../src/dumps/text-hash.ts';

it('textHash is a whole number that a double holds exactly, equal for equal text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(textHash(text)).toBe(textHash(`${text}`));
      expect(Number.isSafeInteger(textHash(text))).toBe(true);
      expect(textHash(text)).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('textHash tells commands apart that differ in one place or in order', () => {
  const commands = new Set<string>();
  for (let i = 0; i < 200; i++) {
    for (let k = 0; k < 200; k++)
      commands.add(`pype snippets --log /l align --input /data/s${i}.fq --output /data/o${k}.bam`);
  }
  for (const text of ['', 'a', 'b', 'ab', 'ba', 'aab', 'aba', '\0', '\0\0', 'é', 'e\u0301', '😀'])
    commands.add(text);
  expect(new Set([...commands].map(textHash)).size).toBe(commands.size);
});
