import { METRICS, type RunTable } from '@prm/ingest';
import type { CleanDrivers } from '../driver-cleaning.ts';
import type { StepJobs } from '../step-samples.ts';
import { learnForms } from './input-forms.ts';

/** A step with its drivers. */
export interface SizedStep {
  readonly jobs: StepJobs;
  readonly drivers: CleanDrivers;
}

const DURATION = METRICS.indexOf('duration_seconds');
const MEMORY = METRICS.indexOf('memory_rss_mb_max');

/**
 * Converts sizes of inputs into bytes of the commonest form of their step, where forms are told and differ.
 *
 * @returns the steps, and the table in which the jobs' sizes are converted too
 */
export function convertSizes(
  table: RunTable,
  steps: readonly SizedStep[],
): { table: RunTable; steps: SizedStep[] } {
  const factors = new Map<number, number>();
  const converted = steps.map(({ jobs, drivers }): SizedStep => {
    const { samples } = jobs;
    const forms = samples.map(({ job }) => table.inputForm(job));
    // Most steps tell of one form, or of none: nothing is to be learned for them.
    if (drivers.source !== 'input' || new Set(forms).size < 2) return { jobs, drivers };
    const column = (metric: number): Float64Array =>
      Float64Array.from(samples, ({ job }) => table.metric(job, metric));
    const values = [column(DURATION), column(MEMORY)];
    const runs = Float64Array.from(samples, ({ run }) => run.run);
    const learned = learnForms({ forms, sizes: drivers.sizes, values, runs });
    if (learned === null) return { jobs, drivers };
    for (const { job } of jobs.allJobs) {
      const factor = learned.factors.get(table.inputForm(job) ?? '');
      if (factor !== undefined && factor !== 1) factors.set(job, factor);
    }
    const sizes = drivers.sizes.map((size, i) => size * (factors.get(samples[i]?.job as number) ?? 1));
    const named = [...learned.factors].map(([form, factor]): [string, { n: number; factor: number }] => [
      form,
      { n: learned.counts.get(form) ?? 0, factor },
    ]);
    return {
      jobs,
      drivers: { ...drivers, sizes, forms: { forms: Object.fromEntries(named), mixed_input_form: true } },
    };
  });
  return { table: factors.size > 0 ? table.withSizeFactors(factors) : table, steps: converted };
}
