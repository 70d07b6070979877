import { compareText, type RunTable } from '@prm/ingest';
import type { RequirementVariant, StepRequirements } from '../../format/workflow-model.ts';
import type { Sample } from '../step-samples.ts';
import type { TrainingRun } from '../workflow-runs.ts';

/** Requests older than so many runs tell little of today's. */
const MOST_RUNS = 20;

/** What jobs of a step ask for at first, and what else some asked for. */
export interface UsualRequirements {
  readonly requirements: StepRequirements | null;
  /** Commonest first, the usual one left out. */
  readonly variants: readonly RequirementVariant[];
}

/**
 * The commonest request of a step's jobs in the last runs, of equally common ones the latest. A job that was tried before
 * may ask for more than it would at first: it counts only where there is no other.
 *
 * @param requests jobs of any status, of the regime in force, in order of time
 */
export function usualRequirements(table: RunTable, requests: readonly Sample[]): UsualRequirements {
  const asking = requests.filter(({ job }) => table.requirements(job) !== null);
  const first = asking.filter(({ job }) => !table.hasPreviousAttempts(job));
  const counted = lastRuns(first.length > 0 ? first : asking);
  const groups = new Map<string, { requirements: StepRequirements; n: number; latest: number }>();
  for (const [place, { job }] of counted.entries()) {
    const requirements = table.requirements(job) as StepRequirements;
    const key = JSON.stringify(requirements);
    const group = groups.get(key) ?? { requirements, n: 0, latest: 0 };
    groups.set(key, group);
    group.n++;
    group.latest = place;
  }
  const [usual, ...others] = [...groups]
    .sort(([a, one], [b, other]) => other.n - one.n || other.latest - one.latest || compareText(a, b))
    .map(([, group]) => group);
  return {
    requirements: usual?.requirements ?? null,
    variants: others.map(({ requirements, n }) => ({ requirements, n })),
  };
}

function lastRuns(requests: readonly Sample[]): Sample[] {
  const last = new Set<TrainingRun>();
  for (let i = requests.length - 1; i >= 0 && last.size < MOST_RUNS; i--)
    last.add((requests[i] as Sample).run);
  return requests.filter(({ run }) => last.has(run));
}
