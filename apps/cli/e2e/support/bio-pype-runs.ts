import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BioPype } from './find-bio-pype.ts';
import { writeReads } from './reads.ts';

const MODULE = fileURLToPath(new URL('../module', import.meta.url));
const READ_RUN = fileURLToPath(new URL('read_run.py', import.meta.url));
const PIPELINE = 'sort_and_count';
/** More than any run takes on a busy machine. */
const LONGEST_RUN_MS = 200_000;

type Variables = Readonly<Record<string, string>>;

/** What a run records of a job, as far as the tests look at it. */
export interface JobRecord {
  readonly command: string;
  readonly status: string;
  readonly submitted_at?: string;
  readonly completed_at?: string;
  readonly error_msg?: string;
  readonly resource_consumption?: { readonly duration_seconds: number; readonly memory_rss_mb_max: number };
  readonly previous_attempts?: readonly { readonly status: string }[];
}

interface CurvePoint {
  readonly t: string;
  readonly power_w: number;
  readonly energy_wh: number;
}

/** A run in Bio-Pype's own eyes. */
export interface RecordedRun {
  /** By job id; the keys that start with `__` are no jobs. */
  readonly runtime: Readonly<Record<string, JobRecord>>;
  /** By width of the bins in minutes. */
  readonly curves: Readonly<Record<string, readonly CurvePoint[]>>;
}

/** Runs the module of these tests with Bio-Pype, everything inside one folder. */
export class BioPypeRuns {
  readonly #bioPype: BioPype;
  readonly #folder: string;
  readonly #variables: Variables;

  constructor(bioPype: BioPype, folder: string) {
    this.#bioPype = bioPype;
    this.#folder = folder;
    // Copied, because Python leaves its caches beside its files, and named as an installed package is.
    const module = join(folder, 'registry', 'example', 'reads:1.0.0');
    cpSync(MODULE, module, { recursive: true });
    mkdirSync(join(folder, 'home'));
    this.#variables = {
      PATH: [this.programs, process.env.PATH].join(delimiter),
      HOME: join(folder, 'home'),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      PYPE_HOME: join(folder, 'home'),
      PYPE_MODULES: module,
      PYPE_TMP: join(folder, 'home'),
      PYPE_NCPU: '2',
      PYPE_QUEUE_POLL_INTERVAL: '1',
      PYPE_MONITOR_INTERVAL: '0.2',
      PYPE_MONITOR_FLUSH_INTERVAL: '1',
    };
  }

  /** The folder of the `pype` command. */
  get programs(): string {
    return dirname(this.#bioPype.command);
  }

  /** Runs the pipeline on `mib` MiB of reads, through the `parallel` queue, with its logs under `logs`; returns its file. */
  async run(logs: string, mib: number, variables: Variables = {}): Promise<string> {
    const folder = join(this.#folder, 'data', `${logs}-${mib}`);
    mkdirSync(folder, { recursive: true });
    const reads = join(folder, 'reads.txt');
    writeReads(reads, mib, mib);
    const log = join(this.#folder, logs, String(mib));
    const words = ['pipelines', '--queue', 'parallel', '--log', log, PIPELINE];
    await this.#pype([...words, '--reads', reads, '--outdir', folder], variables);
    const file = join(log, readdirSync(log)[0] ?? '', 'pipeline_runtime.yaml');
    if (!existsSync(file)) throw new Error(`pype left no ${file}`);
    return file;
  }

  /** Takes a run up again where it failed. */
  async resume(file: string): Promise<void> {
    await this.#pype(['resume', '--force-errors', file], {});
  }

  /** What stands in the file of a run, and its power curves, read and computed by Bio-Pype's own Python. */
  async read(file: string, binMinutes: readonly number[] = []): Promise<RecordedRun> {
    return JSON.parse(await this.#execute(this.#bioPype.python, [READ_RUN, file, ...binMinutes.map(String)]));
  }

  /** The folder from which Python imports Bio-Pype. */
  async importFolder(): Promise<string> {
    const code = 'import os, pype; print(os.path.dirname(os.path.dirname(pype.__file__)))';
    return (await this.#execute(this.#bioPype.python, ['-c', code])).trim();
  }

  async #pype(words: readonly string[], variables: Variables): Promise<void> {
    await this.#execute(this.#bioPype.command, words, variables);
  }

  async #execute(command: string, words: readonly string[], variables: Variables = {}): Promise<string> {
    const { stdout } = await promisify(execFile)(command, words, {
      cwd: this.#folder,
      env: { ...this.#variables, ...variables },
      timeout: LONGEST_RUN_MS,
      maxBuffer: 64 * 1024 ** 2,
    });
    return stdout;
  }
}

/** The job of a step. */
export function jobOf({ runtime }: RecordedRun, snippet: string): JobRecord {
  const job = Object.entries(runtime).find(
    ([id, { command }]) => !id.startsWith('__') && command.includes(` ${snippet} --`),
  );
  if (job === undefined) throw new Error(`the run has no job of ${snippet}`);
  return job[1];
}

/** Seconds from the first submission to the last completion. */
export function makespanSeconds({ runtime }: RecordedRun): number {
  const jobs = Object.entries(runtime).flatMap(([id, job]) => (id.startsWith('__') ? [] : [job]));
  const starts = jobs.map(({ submitted_at }) => Date.parse(`${submitted_at}Z`));
  const ends = jobs.map(({ completed_at }) => Date.parse(`${completed_at}Z`));
  return (Math.max(...ends) - Math.min(...starts)) / 1000;
}
