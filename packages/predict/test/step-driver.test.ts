import type { DriverScale } from '@prm/model';
import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { stepDriverSize } from '../src/step-driver.ts';
import { aStep, sized } from './models.ts';

const shared = { n: 5, n_distinct_x: 5, r2_loo: 1 };
const half: DriverScale = { kind: 'ratio', a: 0, b: 0.5, ...shared };

it("the step's driver follows the run's by the step's scale", () => {
  const step = (driver_scale: DriverScale) => aStep({ ...sized(100, 1000), driver_scale });
  expect(stepDriverSize(step(half), 600, undefined)).toEqual({ bytes: 300, capped: false });
  expect(stepDriverSize(step({ kind: 'linear', a: 100, b: 0.5, ...shared }), 600, undefined).bytes).toBe(400);
  expect(stepDriverSize(step({ kind: 'constant', a: 70, b: 0, ...shared }), 600, undefined).bytes).toBe(70);
});

it('a power is evaluated through its logarithm, also where its factor is no number', () => {
  const power: DriverScale = {
    kind: 'power',
    a: null,
    b: -300,
    ln_a: 300 * Math.log(600) + Math.log(500),
    ...shared,
  };
  const { bytes } = stepDriverSize(aStep({ ...sized(100, 1000), driver_scale: power }), 600, undefined);
  expectClose(bytes, 500);
});

it("the pipeline's own scale goes before the step's", () => {
  const step = aStep(sized(100, 1000));
  expect(stepDriverSize(step, 600, half).bytes).toBe(300);
  expect(stepDriverSize(step, 600, undefined).bytes).toBe(600);
});

it('a driver is kept within a fiftieth of the smallest and fifty times the largest seen, and says so', () => {
  const step = aStep(sized(100, 1000));
  expect(stepDriverSize(step, 2, undefined)).toEqual({ bytes: 2, capped: false });
  expect(stepDriverSize(step, 1, undefined)).toEqual({ bytes: 2, capped: true });
  expect(stepDriverSize(step, 50_000, undefined)).toEqual({ bytes: 50_000, capped: false });
  expect(stepDriverSize(step, 50_001, undefined)).toEqual({ bytes: 50_000, capped: true });
});

it('a line below zero ends at the smallest driver there can be', () => {
  const line: DriverScale = { kind: 'linear', a: -1000, b: 1, ...shared };
  expect(stepDriverSize(aStep({ ...sized(100, 1000), driver_scale: line }), 10, undefined)).toEqual({
    bytes: 2,
    capped: true,
  });
});

it('a step whose drivers are not known has none', () => {
  expect(stepDriverSize(aStep(), 600, undefined)).toEqual({ bytes: null, capped: false });
  expect(stepDriverSize(aStep(), 600, half)).toEqual({ bytes: null, capped: false });
});
