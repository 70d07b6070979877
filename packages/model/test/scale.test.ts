import { aJob, aRun, type BuiltJob, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import type { Placement, RunPlacements } from '../src/training/placements.ts';
import { findPrecedence } from '../src/training/precedence.ts';
import { trainModels } from '../src/training/train-models.ts';
import { modelOf } from './training.ts';

// Shapes that one large or odd archive has. What is done, and how often, is counted: no clock decides.

function numbered(prefix: string, n: number, job: (id: string, i: number) => BuiltJob): BuiltJob[] {
  return Array.from({ length: n }, (_, i) => job(`${prefix}${String(i).padStart(6, '0')}`, i));
}

/** A run of steps one after the other, which counts how often a place is asked for. */
class CountingPlacements extends Map<string, Placement> {
  asked = 0;

  override get(step: string): Placement | undefined {
    this.asked++;
    return super.get(step);
  }
}

function inARow(steps: readonly string[]): CountingPlacements {
  const placed = new CountingPlacements();
  for (const [i, step] of steps.entries()) {
    placed.set(step, { start: i * 60, end: i * 60 + 60, firstEnd: i * 60 + 60, instances: 1, spanFactor: 1 });
  }
  return placed;
}

it.each([10, 100, 1000])('of %d steps each is looked up once a time, not once a pair', (n) => {
  const steps = Array.from({ length: n }, (_, i) => `step${i}`);
  const placements: RunPlacements[] = [inARow(steps), inARow(steps)];
  const { after } = findPrecedence(steps, placements, new Map());
  expect(after.map((earlier) => earlier.length)).toEqual(steps.map((_, i) => Math.min(i, 1)));
  for (const placed of placements as CountingPlacements[]) expect(placed.asked).toBe(3 * n);
});

it('a pipeline may have a thousand steps, as when file names are taken for snippets', async () => {
  const jobs = numbered('J', 1000, (id, i) =>
    aJob({ id, snippet: `step${i}`, inputBytes: 1e9, submitted: i * 60 }),
  );
  const { steps, pipelines } = await modelOf([aRun({ pipeline: 'p', jobs })]);
  expect(Object.keys(steps)).toHaveLength(1000);
  // Only what does not follow from the others is kept, or the document would hold half a million arrows.
  const arrows = Object.values(pipelines.p?.timeline ?? {}).flatMap(({ after }) => after);
  expect(arrows).toHaveLength(999);
}, 60_000);

it('of runs from a database the timelines are never looked into', async () => {
  const looks: string[] = [];
  const watched = (points: object): object => {
    const note =
      <A extends unknown[], R>(what: string, real: (...args: A) => R) =>
      (...args: A): R => {
        looks.push(what);
        return real(...args);
      };
    return new Proxy(points, {
      get: note('get', Reflect.get),
      has: note('has', Reflect.has),
      ownKeys: note('ownKeys', Reflect.ownKeys),
      getOwnPropertyDescriptor: note('getOwnPropertyDescriptor', Reflect.getOwnPropertyDescriptor),
    });
  };
  const timeline = [{ t: '2026-01-01T08:00:00', cpu: 100, mem_gb: 2.25 }];
  const runs = runsOf(Array.from({ length: 3 }), () => ({
    pipeline: 'p',
    jobs: numbered('J', 5, (id) =>
      aJob({ id, inputBytes: 1e9, record: { resource_timeline: watched(timeline) } }),
    ),
  }));
  // Twice the same runs: dumps that tie, so that digests are asked for too.
  const { models, quality } = await trainModels([...runs, ...runs]);
  expect([models.length, quality.n_merged_dumps]).toEqual([1, 3]);
  expect(looks).toEqual([]);
  JSON.stringify(watched(timeline));
  expect(looks).not.toEqual([]);
});
