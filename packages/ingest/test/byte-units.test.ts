import { expect, it } from 'vitest';
import { bytesPerUnit, UNIT_PATTERN } from '../src/units/byte-units.ts';

it('units are powers of 1024, in any case and form', () => {
  expect(bytesPerUnit('')).toBe(1);
  expect(bytesPerUnit('b')).toBe(1);
  for (const [i, unit] of [...'KMGTPE'].entries()) {
    for (const form of [
      unit,
      `${unit}B`,
      `${unit}iB`,
      `${unit}i`,
      unit.toLowerCase(),
      `${unit.toLowerCase()}ib`,
    ]) {
      expect(bytesPerUnit(form), form).toBe(1024 ** (i + 1));
    }
  }
});

it('UNIT_PATTERN takes these units and no other', () => {
  const pattern = new RegExp(`^(?:${UNIT_PATTERN})$`, 'i');
  for (const unit of ['b', 'B', 'k', 'kb', 'KiB', 'Ki', 'eb', 'E']) expect(unit).toMatch(pattern);
  for (const unit of ['', 'bb', 'z', 'yb', 'ibk', 'kbb', 'bi', 'g b']) expect(unit).not.toMatch(pattern);
});
