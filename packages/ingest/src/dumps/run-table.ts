import type { FailedAttempt, Job, PowerSettings, Stamp } from '../job/job.ts';
import type { Loss } from '../job/losses.ts';
import { METRICS, type MetricName } from '../job/metrics.ts';
import type { Requirements } from '../job/requirements.ts';
import { runText } from '../run/identity.ts';
import type { Run } from '../run/run.ts';
import type { DigestSource } from '../source/digests.ts';
import { compareText } from '../text/compare-text.ts';
import { GrowableRows } from './growable.ts';
import { Interner } from './interner.ts';
import { textHash } from './text-hash.ts';

/** What is kept of a run, its jobs aside. */
export interface RunRow extends Omit<Run, 'jobs' | 'runName' | 'runId' | 'runHash'> {
  /** Run id, hash or name, the first there is. */
  readonly text: string | null;
  /** Its jobs in the table: `firstJob` to `endJob`, exclusive, by id. */
  readonly firstJob: number;
  readonly endJob: number;
  readonly completedJobs: number;
  readonly firstSubmitted: Stamp | null;
  readonly lastCompleted: Stamp | null;
  readonly digests: DigestSource;
}

/** Columns of numbers; NaN where missing. */
const SUBMITTED = 0;
const STARTED = 1;
const COMPLETED = 2;
const DRIVER = 3;
const INPUT = 4;
const COMMAND = 5;
const FIRST_METRIC = 6;
/** Columns of references; -1 where missing. */
const SNIPPET = 0;
const STATUS = 1;
const REQUIREMENTS = 2;
const GPU_CLASS = 3;
const POWER = 4;
const LOSSES = 5;
const FLAGS = 6;
const INPUT_FORM = 7;
const FIRST_DEPENDENCY = 8;

const COMPLETED_FLAG = 1;
const ATTEMPTS_FLAG = 2;
const SOURCE_SHIFT = 2;
const DURATION_SHIFT = 4;
const WRITES_ARGUMENT_FLAG = 64;
const DRIVER_SOURCES = [null, 'input', 'output'] as const;
const DURATION_SOURCES = [null, 'monitor', 'clock', 'short'] as const;

/**
 * Runs and their jobs in columns: what training needs of a job in about 160 bytes, however large its record was.
 * Jobs and runs are referred to by their row. Rows are only ever added.
 */
export class RunTable {
  #runs: RunRow[] = [];
  #ids: string[] = [];
  #numbers = new GrowableRows(FIRST_METRIC + METRICS.length, (length) => new Float64Array(length));
  #references = new GrowableRows(FIRST_DEPENDENCY + 1, (length) => new Int32Array(length));
  #dependencies = new GrowableRows(1, (length) => new Int32Array(length));
  #texts = new Interner<string>();
  #requirements = new Interner<Requirements>();
  #power = new Interner<PowerSettings>();
  #losses = new Interner<readonly Loss[]>();
  /** Of the few jobs that failed. */
  #failures = new Map<number, readonly FailedAttempt[]>();
  /** Stamps that are no times, of the few jobs that have such. */
  #oddStamps = new Map<number, { submitted: string | null; completed: string | null }>();

  /** Of jobs whose sizes are in other units than recorded. */
  #sizeFactors: ReadonlyMap<number, number> = new Map();

  get runs(): readonly RunRow[] {
    return this.#runs;
  }

  get jobCount(): number {
    return this.#ids.length;
  }

  /** Adds a run and its jobs. */
  add(run: Run, digests: DigestSource): void {
    const firstJob = this.#ids.length;
    const rowOfId = new Map(run.jobs.map((job, i) => [job.id, firstJob + i]));
    for (const job of run.jobs) this.#addJob(job, rowOfId);
    const { jobs: _jobs, runName: _runName, runId: _runId, runHash: _runHash, ...facts } = run;
    this.#runs.push({
      ...facts,
      text: runText(run),
      firstJob,
      endJob: this.#ids.length,
      completedJobs: run.jobs.filter((job) => job.status === 'completed').length,
      firstSubmitted: extremeStamp(
        run.jobs.map((job) => job.submitted),
        -1,
      ),
      lastCompleted: extremeStamp(
        run.jobs.map((job) => job.completed),
        1,
      ),
      digests,
    });
  }

  id(job: number): string {
    return this.#ids[job] as string;
  }

  snippet(job: number): string | null {
    return this.#text(this.#references.at(job, SNIPPET));
  }

  status(job: number): string | null {
    return this.#text(this.#references.at(job, STATUS));
  }

  isCompleted(job: number): boolean {
    return (this.#references.at(job, FLAGS) & COMPLETED_FLAG) !== 0;
  }

  hasPreviousAttempts(job: number): boolean {
    return (this.#references.at(job, FLAGS) & ATTEMPTS_FLAG) !== 0;
  }

  /** Seconds since 1970 (see `Stamp`); NaN where missing or no time. */
  submittedSeconds(job: number): number {
    return this.#numbers.at(job, SUBMITTED);
  }

  startedSeconds(job: number): number {
    return this.#numbers.at(job, STARTED);
  }

  completedSeconds(job: number): number {
    return this.#numbers.at(job, COMPLETED);
  }

  /** A stamp as one thing to compare: its seconds, or its text when it is no time; null where missing. */
  stampKey(job: number, which: 'submitted' | 'completed'): number | string | null {
    const seconds = this.#numbers.at(job, which === 'submitted' ? SUBMITTED : COMPLETED);
    return Number.isNaN(seconds) ? (this.#oddStamps.get(job)?.[which] ?? null) : seconds;
  }

  /** A measured value; NaN where missing. */
  metric(job: number, metric: number): number {
    return this.#numbers.at(job, FIRST_METRIC + metric);
  }

  durationSource(job: number): Job['durationSource'] {
    return DURATION_SOURCES[(this.#references.at(job, FLAGS) >> DURATION_SHIFT) & 3] as Job['durationSource'];
  }

  driverSizeBytes(job: number): number {
    return this.#numbers.at(job, DRIVER) * (this.#sizeFactors.get(job) ?? 1);
  }

  driverSource(job: number): Job['driverSource'] {
    return DRIVER_SOURCES[(this.#references.at(job, FLAGS) >> SOURCE_SHIFT) & 3] as Job['driverSource'];
  }

  inputSizeBytes(job: number): number {
    return this.#numbers.at(job, INPUT) * (this.#sizeFactors.get(job) ?? 1);
  }

  /** See `Job.inputForm`. */
  inputForm(job: number): string | null {
    return this.#text(this.#references.at(job, INPUT_FORM));
  }

  /** See `Job.writesArgument`. */
  writesArgument(job: number): boolean {
    return (this.#references.at(job, FLAGS) & WRITES_ARGUMENT_FLAG) !== 0;
  }

  /** Equal for jobs of one command, and in practice only for those. */
  commandHash(job: number): number {
    return this.#numbers.at(job, COMMAND);
  }

  requirements(job: number): Requirements | null {
    const number = this.#references.at(job, REQUIREMENTS);
    return number < 0 ? null : this.#requirements.thing(number);
  }

  gpuClass(job: number): string | null {
    return this.#text(this.#references.at(job, GPU_CLASS));
  }

  power(job: number): PowerSettings {
    return this.#power.thing(this.#references.at(job, POWER));
  }

  losses(job: number): readonly Loss[] {
    return this.#losses.thing(this.#references.at(job, LOSSES));
  }

  failures(job: number): readonly FailedAttempt[] {
    return this.#failures.get(job) ?? [];
  }

  /** Rows of the jobs this one depends on; those that the run does not hold are left out. */
  dependencies(job: number): number[] {
    const first = this.#references.at(job, FIRST_DEPENDENCY);
    const end = this.#endOfDependencies(job);
    const out: number[] = [];
    for (let i = first; i < end; i++) {
      const row = this.#dependencies.at(i, 0);
      if (row >= 0) out.push(row);
    }
    return out;
  }

  /** Whether the record names any dependency, known to the run or not. */
  recordsDependencies(job: number): boolean {
    const first = this.#references.at(job, FIRST_DEPENDENCY);
    const end = this.#endOfDependencies(job);
    return end > first;
  }

  /** Where the digest of a job's record comes from. */
  digestSource(job: number): { source: DigestSource; id: string } {
    let from = 0;
    let to = this.runs.length - 1;
    while (from < to) {
      const middle = (from + to + 1) >>> 1;
      if ((this.runs[middle] as RunRow).firstJob <= job) from = middle;
      else to = middle - 1;
    }
    return { source: (this.runs[from] as RunRow).digests, id: this.id(job) };
  }

  /**
   * The same runs and jobs, sizes of inputs converted. Nothing is copied: what is added to one is in the other.
   *
   * @param factors of jobs whose sizes are in another unit: bytes of one form of input in those of another
   */
  withSizeFactors(factors: ReadonlyMap<number, number>): RunTable {
    const table = new RunTable();
    table.#runs = this.#runs;
    table.#ids = this.#ids;
    table.#numbers = this.#numbers;
    table.#references = this.#references;
    table.#dependencies = this.#dependencies;
    table.#texts = this.#texts;
    table.#requirements = this.#requirements;
    table.#power = this.#power;
    table.#losses = this.#losses;
    table.#failures = this.#failures;
    table.#oddStamps = this.#oddStamps;
    table.#sizeFactors = factors;
    return table;
  }

  /**
   * A copy with some of the jobs. Every run stays, were it without a job, and what is known of runs stays as it is, but
   * for `changeRun`; a dependency on a job that was left out is one that the run does not hold.
   *
   * @returns the copy, and for every job its row there, -1 for one that was left out
   */
  filter(
    keep: (job: number) => boolean,
    changeRun: (row: RunRow, run: number) => RunRow = (row) => row,
  ): { table: RunTable; rows: Int32Array } {
    const table = new RunTable();
    table.#texts = this.#texts;
    table.#requirements = this.#requirements;
    table.#power = this.#power;
    table.#losses = this.#losses;
    let kept = 0;
    const rows = Int32Array.from({ length: this.jobCount }, (_, job) => (keep(job) ? kept++ : -1));
    for (const [run, row] of this.runs.entries()) {
      const firstJob = table.jobCount;
      let completedJobs = 0;
      for (let job = row.firstJob; job < row.endJob; job++) {
        if (rows[job] === -1) continue;
        table.#copyJob(this, job, rows);
        if (this.isCompleted(job)) completedJobs++;
      }
      table.#runs.push(changeRun({ ...row, firstJob, endJob: table.jobCount, completedJobs }, run));
    }
    return { table, rows };
  }

  #copyJob(from: RunTable, job: number, rows: Int32Array): void {
    const row = this.#ids.length;
    const references = from.#references.row(job);
    const end = from.#endOfDependencies(job);
    const firstDependency = this.#dependencies.rows;
    for (let i = references[FIRST_DEPENDENCY] as number; i < end; i++) {
      this.#dependencies.push([rows[from.#dependencies.at(i, 0)] ?? -1]);
    }
    references[FIRST_DEPENDENCY] = firstDependency;
    this.#ids.push(from.id(job));
    this.#numbers.push(from.#numbers.row(job));
    this.#references.push(references);
    const failures = from.#failures.get(job);
    if (failures !== undefined) this.#failures.set(row, failures);
    const oddStamps = from.#oddStamps.get(job);
    if (oddStamps !== undefined) this.#oddStamps.set(row, oddStamps);
  }

  #endOfDependencies(job: number): number {
    return job + 1 < this.jobCount ? this.#references.at(job + 1, FIRST_DEPENDENCY) : this.#dependencies.rows;
  }

  #addJob(job: Job, rowOfId: ReadonlyMap<string, number>): void {
    const row = this.#ids.length;
    const firstDependency = this.#dependencies.rows;
    for (const id of job.dependencies) this.#dependencies.push([rowOfId.get(id) ?? -1]);
    this.#ids.push(job.id);
    this.#numbers.push([
      job.submitted?.seconds ?? Number.NaN,
      job.started?.seconds ?? Number.NaN,
      job.completed?.seconds ?? Number.NaN,
      job.driverSizeBytes ?? Number.NaN,
      job.inputSizeBytes ?? Number.NaN,
      textHash(job.command),
      ...METRICS.map((metric: MetricName) => job.measurements[metric] ?? Number.NaN),
    ]);
    this.#references.push([
      this.#textNumber(job.snippet),
      this.#textNumber(job.status),
      job.requirements === null
        ? -1
        : this.#requirements.numberOf(JSON.stringify(job.requirements), job.requirements),
      this.#textNumber(job.gpuClass),
      this.#power.numberOf(JSON.stringify(job.power), job.power),
      this.#losses.numberOf(job.losses.join(), job.losses),
      flagsOf(job),
      this.#textNumber(job.inputForm),
      firstDependency,
    ]);
    if (job.failures.length > 0) this.#failures.set(row, job.failures);
    const submitted = oddText(job.submitted);
    const completed = oddText(job.completed);
    if (submitted !== null || completed !== null) this.#oddStamps.set(row, { submitted, completed });
  }

  #text(number: number): string | null {
    return number < 0 ? null : this.#texts.thing(number);
  }

  #textNumber(text: string | null): number {
    return text === null ? -1 : this.#texts.numberOf(text, text);
  }
}

function flagsOf(job: Job): number {
  return (
    (job.status === 'completed' ? COMPLETED_FLAG : 0) |
    (job.hasPreviousAttempts ? ATTEMPTS_FLAG : 0) |
    (job.writesArgument ? WRITES_ARGUMENT_FLAG : 0) |
    (DRIVER_SOURCES.indexOf(job.driverSource) << SOURCE_SHIFT) |
    (DURATION_SOURCES.indexOf(job.durationSource) << DURATION_SHIFT)
  );
}

function oddText(stamp: Stamp | null): string | null {
  return stamp !== null && stamp.seconds === null ? stamp.text : null;
}

/** The earliest (-1) or latest (1) of the stamps that are times; of equal ones the first by text, or the last. */
function extremeStamp(stamps: readonly (Stamp | null)[], direction: 1 | -1): Stamp | null {
  let best: Stamp | null = null;
  for (const stamp of stamps) {
    if (stamp === null || stamp.seconds === null) continue;
    const difference =
      best === null ? 1 : stamp.seconds - (best.seconds as number) || compareText(stamp.text, best.text);
    if (best === null || difference * direction > 0) best = stamp;
  }
  return best;
}
