import { compareText, type Run } from '@prm/ingest';
import { own, type StepModel } from '@prm/model';
import { environmentFactor } from '@prm/predict';
import type { RunPlace } from './evaluation.ts';

/** The step of a graded job, and how long the job was expected to take. */
export interface ExpectedJob {
  readonly step: StepModel;
  readonly seconds: number;
}

/** What the places of a run make of its durations, each job weighted by how long it should have taken. */
export function runPlaces({ environment }: Run, jobs: readonly ExpectedJob[]): RunPlace[] {
  const dimensions = new Set(jobs.flatMap(({ step }) => Object.keys(step.environments ?? {})));
  return [...dimensions].sort(compareText).flatMap((dimension): RunPlace[] => {
    const name = own(environment, dimension);
    if (name === undefined) return [];
    let expected = 0;
    let elsewhere = 0;
    for (const { step, seconds } of jobs) {
      if (own(own(step.environments ?? {}, dimension) ?? {}, name) === undefined) continue;
      expected += seconds;
      elsewhere += seconds / environmentFactor(step, { environment: { [dimension]: name } });
    }
    return [{ dimension, class: name, factor: elsewhere > 0 ? expected / elsewhere : null }];
  });
}
