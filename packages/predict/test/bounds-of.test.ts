import type { Curve } from '@prm/regression';
import { expect, it } from 'vitest';
import { boundsOf } from '../src/bounds-of.ts';
import { aConstant } from './models.ts';

const spread: Curve['spread'] = {
  scale: 'relative',
  n: 12,
  upper: { '0.9': 2, '0.95': 40, '0.99': 1e15 },
  interval: { '0.5': [0.9, 1.1], '0.8': [0.8, 2], '0.9': [0.5, 40], '0.95': [0.1, 1e6] },
};

it('bounds lie around the prediction, with the samples behind them', () => {
  expect(boundsOf({ ...aConstant(10), spread }, 10, 1)).toMatchObject({
    n: 12,
    upper: { '0.9': 20, '0.95': 400 },
    interval: { '0.5': [9, 11], '0.8': [8, 20], '0.9': [5, 400] },
  });
});

it('none is more than fifty times what was observed, times the factor, or less than a prediction that is', () => {
  const curve = { ...aConstant(10), spread };
  expect(boundsOf(curve, 10, 1)).toMatchObject({ upper: { '0.99': 500 }, interval: { '0.95': [1, 500] } });
  expect(boundsOf(curve, 30, 3)).toMatchObject({ upper: { '0.99': 1500 } });
  expect(boundsOf(curve, 2000, 1)).toMatchObject({ upper: { '0.9': 2000, '0.99': 2000 } });
  const huge = { ...curve, y: { ...curve.y, max: 1e308 } };
  expect(boundsOf(huge, 10, 1)).toMatchObject({ upper: { '0.99': 1e16 } });
});

it('without a spread there are none', () => {
  expect(boundsOf(aConstant(10), 10, 1)).toBeNull();
  expect(boundsOf({ ...aConstant(10), spread: null }, 10, 1)).toBeNull();
});
