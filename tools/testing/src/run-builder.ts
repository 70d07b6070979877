/** A parsed `pipeline_runtime.yaml`: job id → record, and the two `__pipeline_…` members. */
export type RuntimeMapping = Record<string, unknown>;

/** What a test says of a job. Times are seconds from the start of its run. */
export interface JobFacts {
  /** Default `J1`: name them when a run has several. */
  readonly id?: string;
  /** Default `align`; null for a command that runs none. */
  readonly snippet?: string | null;
  /** Default `completed`. */
  readonly status?: string;
  /** Default 0; null for a record without it. */
  readonly submitted?: number | null;
  /** Default: when it was submitted. */
  readonly started?: number | null;
  /** Default: its duration after it started, for a completed job. */
  readonly completed?: number | null;
  /** `resource_consumption.duration_seconds`, default 60; null for a record without it. */
  readonly durationSeconds?: number | null;
  readonly inputBytes?: number;
  readonly outputBytes?: number;
  /** `memory_rss_mb_max`. */
  readonly memMb?: number;
  /** More members of `resource_consumption`. */
  readonly measured?: Readonly<Record<string, unknown>>;
  readonly requirements?: Readonly<Record<string, unknown>>;
  readonly dependencies?: readonly string[];
  /** Members of the record, which stand over those made of the facts; `undefined` takes one away. */
  readonly record?: Readonly<Record<string, unknown>>;
}

/** A job, waiting for a run to give its times a date. */
export interface BuiltJob {
  readonly id: string;
  record(startSeconds: number): Record<string, unknown>;
}

/** What a test says of a run. */
export interface RunFacts {
  /** Runs of different numbers start a day apart, so that none is a dump of another. Default 0. */
  readonly number?: number;
  /** Default: the number as text; null for a run without an id. */
  readonly id?: string | null;
  /** `pipeline_name`. Default: none. */
  readonly pipeline?: string;
  /** Path of the module, or its name below `/modules`. Default: none. */
  readonly module?: string;
  readonly jobs: readonly BuiltJob[];
  /** More members of `__pipeline_metadata__`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const FIRST_START_SECONDS = Date.UTC(2026, 0, 1, 8) / 1000;
const SECONDS_PER_DAY = 86_400;

/**
 * A job of a run, completed and measured unless said otherwise.
 *
 * @example
 * aJob({ id: 'A', snippet: 'align', inputBytes: 2e9, durationSeconds: 60 });
 */
export function aJob(facts: JobFacts = {}): BuiltJob {
  const { id = 'J1', snippet = 'align', status = 'completed', durationSeconds = 60 } = facts;
  const submitted = facts.submitted === undefined ? 0 : facts.submitted;
  const started = facts.started === undefined ? submitted : facts.started;
  const ended = status === 'completed' && started !== null ? started + (durationSeconds ?? 60) : null;
  const completed = facts.completed === undefined ? ended : facts.completed;
  const consumption = definedOnly({
    duration_seconds: durationSeconds ?? undefined,
    memory_rss_mb_max: facts.memMb,
    ...facts.measured,
  });
  const sizes = definedOnly({ input_size_bytes: facts.inputBytes, output_size_bytes: facts.outputBytes });
  return {
    id,
    record: (startSeconds) =>
      definedOnly({
        command: snippet === null ? 'sleep 1' : `pype --profile base snippets --log /logs/${id} ${snippet}`,
        status,
        requirements: facts.requirements ?? {},
        dependencies: facts.dependencies ?? [],
        submitted_at: stamp(startSeconds, submitted),
        started_at: stamp(startSeconds, started),
        completed_at: stamp(startSeconds, completed),
        resource_consumption: Object.keys(consumption).length > 0 ? consumption : undefined,
        data_sizes: Object.keys(sizes).length > 0 ? sizes : undefined,
        ...facts.record,
      }),
  };
}

/**
 * The runtime mapping of a run, the same for the same facts.
 *
 * @example
 * aRun({ pipeline: 'germline', module: 'clinic', jobs: [aJob({ id: 'A' })] });
 */
export function aRun(facts: RunFacts): RuntimeMapping {
  const { number = 0, id = String(number), pipeline, module, jobs } = facts;
  const start = FIRST_START_SECONDS + number * SECONDS_PER_DAY;
  const environment =
    module === undefined ? {} : { PYPE_MODULES: module.startsWith('/') ? module : `/modules/${module}` };
  return Object.fromEntries([
    ...jobs.map((job): [string, unknown] => [job.id, job.record(start)]),
    [
      '__pipeline_metadata__',
      definedOnly({ pipeline_name: pipeline, run_id: id ?? undefined, ...facts.metadata }),
    ],
    ['__pipeline_environment__', environment],
  ]);
}

/**
 * Runs of number 0, 1, 2, …
 *
 * @example
 * runsOf([1e9, 2e9], (inputBytes) => ({ pipeline: 'p', jobs: [aJob({ inputBytes })] }));
 */
export function runsOf<T>(
  items: readonly T[],
  facts: (item: T, number: number) => RunFacts,
): RuntimeMapping[] {
  return items.map((item, number) => aRun({ number, ...facts(item, number) }));
}

/** Local time as Bio-Pype writes it: ISO 8601 without a zone, microseconds where there are any. */
function stamp(startSeconds: number, seconds: number | null): string | undefined {
  if (seconds === null) return undefined;
  const microseconds = Math.round((startSeconds + seconds) * 1e6);
  const whole = Math.floor(microseconds / 1e6);
  const text = new Date(whole * 1000).toISOString().slice(0, 19);
  const rest = microseconds - whole * 1e6;
  return rest === 0 ? text : `${text}.${String(rest).padStart(6, '0')}`;
}

function definedOnly(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
