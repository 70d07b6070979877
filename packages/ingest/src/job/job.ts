import type { FailureKind } from './failure.ts';
import type { Loss } from './losses.ts';
import type { Measurements } from './metrics.ts';
import type { Requirements } from './requirements.ts';

/** A moment as recorded, and in seconds since 1970 when it can be read as a time. */
export interface Stamp {
  readonly text: string;
  /** Without a zone taken as written: only differences mean anything. */
  readonly seconds: number | null;
}

/** An attempt that failed, with the limit it failed at, or what it had used when it did: a lower bound. */
export interface FailedAttempt {
  readonly kind: FailureKind;
  /** MB of 1024² bytes. */
  readonly memMb: number | null;
  readonly timeSeconds: number | null;
}

/** Constants of the machine's power estimate, watts; null where not recorded. */
export interface PowerSettings {
  readonly cpuTdpW: number | null;
  readonly idleW: number | null;
  readonly loadedW: number | null;
}

/** Where a duration comes from: the monitor, the poll's clock, or half the monitor's interval for a job shorter than that. */
export type DurationSource = 'monitor' | 'clock' | 'short';

/** What a driver size is the size of. */
export type DriverSource = 'input' | 'output';

/** One job record, read. Nothing in it is guessed: what is missing or not believed is null. */
export interface Job {
  readonly id: string;
  /** The friendly name; free text, not unique. */
  readonly name: string | null;
  readonly command: string;
  /** The step: the snippet the command runs; null when none can be told. */
  readonly snippet: string | null;
  readonly status: string | null;
  readonly queueId: string | null;
  readonly batchId: string | null;
  readonly submitted: Stamp | null;
  readonly started: Stamp | null;
  readonly completed: Stamp | null;
  readonly measurements: Measurements;
  readonly durationSource: DurationSource | null;
  /** Bytes the job is regressed on. */
  readonly driverSizeBytes: number | null;
  readonly driverSource: DriverSource | null;
  /** `input_size_bytes` when it is more than 0. */
  readonly inputSizeBytes: number | null;
  /** Forms of the input files by their endings in the command, `fastq.gz` or `bam+fasta`; null when they tell nothing. */
  readonly inputForm: string | null;
  /** Whether a file that the job writes is named in its command: then its size is in the input's, too. */
  readonly writesArgument: boolean;
  readonly requirements: Requirements | null;
  readonly gpuClass: string | null;
  /** Failed attempts, this one included. */
  readonly failures: readonly FailedAttempt[];
  /** Null for a completed job: its message is stale. */
  readonly errorMessage: string | null;
  readonly dependencies: readonly string[];
  readonly hasPreviousAttempts: boolean;
  readonly power: PowerSettings;
  readonly losses: readonly Loss[];
}
