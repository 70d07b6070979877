import { durationText, memorySizeText, shortNumber, sizeText } from '@prm/predict';
import type { Flag, FlaggedJob } from '../evaluation.ts';
import type { EvaluationFacts } from './facts.ts';
import { groupBy, usualWords } from './group.ts';

interface FlaggedUse {
  readonly job: FlaggedJob;
  readonly flag: Flag;
}

interface FlaggedStep {
  readonly step: string;
  readonly metric: Flag['metric'];
  readonly uses: readonly FlaggedUse[];
  readonly worst: FlaggedUse;
}

/** Above this share of what was asked for a job is about to be killed. */
const NEAR_LIMIT = 0.8;

/** Flags by step: first what came near to being killed, then what lost time, then what took memory. */
export function flagWords(facts: EvaluationFacts): string[] {
  const uses = facts.flagged_steps.flatMap((job) => job.flags.map((flag): FlaggedUse => ({ job, flag })));
  const groups = [...groupBy(uses, ({ job, flag }) => `${flag.metric} ${job.snippet}`).values()].map(toStep);
  const sorted = groups.sort((a, b) => rank(a) - rank(b) || stake(b) - stake(a));
  return sorted.map((group) =>
    group.metric === 'duration_seconds' ? timeWords(group, facts) : memoryWords(group, facts),
  );
}

function toStep(uses: readonly FlaggedUse[]): FlaggedStep {
  const worst = uses.reduce((top, use) =>
    use.flag.actual - use.flag.predicted > top.flag.actual - top.flag.predicted ? use : top,
  );
  return { step: worst.job.snippet ?? '', metric: worst.flag.metric, uses, worst };
}

function rank({ metric, worst }: FlaggedStep): number {
  return metric === 'duration_seconds' ? 1 : isNearLimit(worst.flag) ? 0 : 2;
}

function stake({ uses }: FlaggedStep): number {
  return uses.reduce((sum, { flag }) => sum + flag.actual - flag.predicted, 0);
}

function isNearLimit({ actual, requirement }: Flag): boolean {
  return typeof requirement === 'number' && actual >= NEAR_LIMIT * requirement;
}

function timeWords(group: FlaggedStep, facts: EvaluationFacts): string {
  const { flag } = group.worst;
  const usual = usualWords(flag.predicted, flag.usual_up_to);
  return `${subject(group, facts, 'took longer')} took ${durationText(flag.actual)}, expected ${durationText(flag.predicted)}${usual}${forInput(group)}.`;
}

function memoryWords(group: FlaggedStep, facts: EvaluationFacts): string {
  const { flag } = group.worst;
  const asked =
    typeof flag.requirement === 'number' ? ` of the ${memorySizeText(flag.requirement)} asked for` : '';
  const ratio = flag.actual / flag.predicted;
  const times = flag.predicted > 0 && Number.isFinite(ratio) ? `${shortNumber(ratio)} × ` : '';
  const danger = isNearLimit(flag) ? ' Near its limit: see prm recommend.' : '';
  return `${subject(group, facts, 'took more memory')}: peak memory ${memorySizeText(flag.actual)}${asked}: ${times}the ${memorySizeText(flag.predicted)} expected${forInput(group)}.${danger}`;
}

/** `align`, or `12 of 40 mosdepth jobs took longer: at most mosdepth_S3`. */
function subject({ step, uses, worst }: FlaggedStep, { steps }: EvaluationFacts, what: string): string {
  const all = steps.filter(({ snippet }) => snippet === step).length;
  const name = worst.job.job_name ?? worst.job.name;
  if (all === 1) return step;
  return uses.length === 1
    ? `1 of ${all} ${step} jobs (${name})`
    : `${uses.length} of ${all} ${step} jobs ${what}: at most ${name}`;
}

function forInput({ worst }: FlaggedStep): string {
  const bytes = worst.job.driver_size_bytes;
  if (bytes === null) return '';
  const size = sizeText(bytes);
  return ` for ${VOWEL.test(size) ? 'an' : 'a'} ${size} input`;
}

/** Numbers that are read aloud with a vowel first: eight, eighty and so on, eleven, eighteen. */
const VOWEL = /^(8|1[18]\b)/;
