/** What is known of a job that its prediction depends on. */
export interface JobFacts {
  /** Bytes; null when it is not known: then the medians hold. */
  readonly driverSizeBytes: number | null;
  /** Class of card it runs on. Default null: the mix seen in training. */
  readonly gpuClass?: string | null;
  /** Where it runs, by dimension: `partition`, say. Default, also of each dimension: the mix seen in training. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Cores it asks for. Default null: as usual. */
  readonly ncpu?: number | null;
  /** Version of its module. Default null: the one in force. */
  readonly version?: string | null;
  /** When it is submitted, seconds since 1970 without a zone: levels that held then hold for it. Default null: now. */
  readonly submittedSeconds?: number | null;
}
