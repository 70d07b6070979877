import type { DriverSource, RunTable } from '@prm/ingest';
import type { StepDriver } from '../format/workflow-model.ts';
import type { LossLedger } from './losses.ts';
import type { Sample, StepJobs } from './step-samples.ts';

const IMPLAUSIBLY_SMALL_BYTES = 1_048_576;
const IMPLAUSIBLY_SMALLER = 10_000;

/** Driver sizes of a step's samples after cleaning. */
export interface CleanDrivers {
  readonly source: DriverSource | null;
  /** Bytes, one a sample, NaN for a sample without driver. */
  readonly sizes: Float64Array;
  /** Jobs whose own driver was not taken. */
  readonly dropped: readonly number[];
  /** What the forms of the inputs make of the sizes; only of a robust model, and where they differ. */
  readonly forms?: Pick<StepDriver, 'forms' | 'mixed_input_form'>;
}

/**
 * Drops drivers that cannot be compared with the step's others: those of the rarer source (input or output; of equally
 * many, output), and mis-measured ones, which are both below 1 MB and more than 10 000 times smaller than the largest.
 * The job stays a sample without driver.
 *
 * @param mostDropped share of the drivers: where more would be dropped as mis-measured, small is how they are, and all stay
 */
export function cleanDrivers(
  table: RunTable,
  { step, samples }: StepJobs,
  ledger: LossLedger,
  mostDropped = 1,
): CleanDrivers {
  const sources = samples.map(({ job }) => table.driverSource(job));
  const inputs = sources.filter((source) => source === 'input').length;
  const outputs = sources.filter((source) => source === 'output').length;
  const source = outputs > inputs ? 'output' : inputs > 0 ? 'input' : null;
  const sizes = Float64Array.from(samples, ({ job }) => table.driverSizeBytes(job));
  const dropped: number[] = [];
  const drop = (i: number, loss: 'n_driver_other_source' | 'n_driver_outliers'): void => {
    const { job, run } = samples[i] as Sample;
    sizes[i] = Number.NaN;
    dropped.push(job);
    ledger.add(loss, { run: run.row.text, step, job: table.id(job) });
  };
  for (const [i, own] of sources.entries()) {
    if (own === null) {
      const { job, run } = samples[i] as Sample;
      ledger.add('n_without_driver', { run: run.row.text, step, job: table.id(job) });
    } else if (own !== source) drop(i, 'n_driver_other_source');
  }
  let largest = 0;
  for (const size of sizes) if (size > largest) largest = size;
  const small = [...sizes.keys()].filter((i) => {
    const size = sizes[i] as number;
    return size < IMPLAUSIBLY_SMALL_BYTES && size * IMPLAUSIBLY_SMALLER < largest;
  });
  const known = sizes.filter((size) => !Number.isNaN(size)).length;
  if (small.length <= mostDropped * known) for (const i of small) drop(i, 'n_driver_outliers');
  return { source, sizes, dropped };
}
