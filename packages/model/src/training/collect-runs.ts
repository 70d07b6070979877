import {
  type MergedRun,
  mergeDumps,
  type PassedOver,
  type ReadRunsOptions,
  type RunMappings,
  RunTable,
  readRuns,
} from '@prm/ingest';
import type { DocumentRemark, TrainingQuality } from '../format/registry.ts';

/** How far a reading or a training is. */
export interface TrainingProgress {
  readonly phase: 'reading' | 'fitting';
  /** Documents read, or workflows trained. */
  readonly done: number;
  /** Files to read, or workflows to train; null when it cannot be known. */
  readonly total: number | null;
}

export interface CollectRunsOptions extends Pick<ReadRunsOptions, 'strict' | 'limits'> {
  /** A folder inside a source that is not entered: the one the models are written to. */
  readonly out?: string;
  readonly onProgress?: (progress: TrainingProgress) => void;
}

/** What became of the documents that were read. */
export type CollectedAccount = Pick<
  TrainingQuality,
  'n_documents' | 'n_not_runs' | 'n_duplicate_ids' | 'n_passed_over' | 'skipped' | 'notes'
>;

/** Runs that were read, the dumps of one run brought together: what training starts from. */
export interface CollectedRuns {
  readonly table: RunTable;
  readonly merged: readonly MergedRun[];
  readonly account: CollectedAccount;
  /** Entries of folders that hold no runs by their name. */
  readonly passedOver: readonly PassedOver[];
}

/** Reads runs into a table, one document in memory at a time, and brings the dumps of one run together. */
export async function collectRuns(
  source: string | readonly string[] | RunMappings,
  options: CollectRunsOptions = {},
): Promise<CollectedRuns> {
  const table = new RunTable();
  const skipped: DocumentRemark[] = [];
  const notes: DocumentRemark[] = [];
  let passedOver: readonly PassedOver[] = [];
  let files: number | null = null;
  let documents = 0;
  let notRuns = 0;
  let duplicateIds = 0;
  const { strict, limits, out } = options;
  const reading: ReadRunsOptions = {
    ...(strict === undefined ? {} : { strict }),
    ...(limits === undefined ? {} : { limits }),
    ...(out === undefined ? {} : { exclude: out }),
    onListing: (listing) => {
      files = listing.files;
      passedOver = listing.passedOver;
      for (const { path, message } of listing.notes)
        notes.push({ path, code: 'ingest/link', reason: message });
    },
  };
  for await (const document of readRuns(source, reading)) {
    const { where, run, error, digests } = document;
    documents++;
    options.onProgress?.({ phase: 'reading', done: documents, total: files });
    duplicateIds += document.notes.filter(({ code }) => code === 'ingest/duplicate-id').length;
    for (const { code, message } of document.notes) notes.push({ path: where, code, reason: message });
    if (error !== null) skipped.push({ path: where, code: error.code, reason: error.message });
    else if (run === null) notRuns++;
    else table.add(run, digests);
  }
  const account = {
    n_documents: documents,
    n_not_runs: notRuns,
    n_duplicate_ids: duplicateIds,
    n_passed_over: passedOver.length,
    skipped,
    notes,
  };
  return { table, merged: await mergeDumps(table), account, passedOver };
}
