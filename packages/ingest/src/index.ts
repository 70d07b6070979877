export { formOf } from './command/argument-files.ts';
export { type ParsedCommand, parseCommand } from './command/snippet-name.ts';
export { jobsOf, type MergedRun, mergeDumps, sampleKey } from './dumps/merge-dumps.ts';
export { type RunRow, RunTable } from './dumps/run-table.ts';
export { settleTies } from './dumps/settle-ties.ts';
export { IngestError, type IngestErrorCode } from './errors.ts';
export { type FailureKind, failureKind } from './job/failure.ts';
export { type GpuFacts, gpuClass, gpuDisplayName } from './job/gpu-class.ts';
export type { DriverSource, DurationSource, FailedAttempt, Job, PowerSettings, Stamp } from './job/job.ts';
export { LOSSES, type Loss } from './job/losses.ts';
export { METRICS, type Measurements, type MetricName } from './job/metrics.ts';
export type { Requirements } from './job/requirements.ts';
export { type IdentityMode, identityKey, runText } from './run/identity.ts';
export { parseRun } from './run/parse-run.ts';
export { type RegistryReference, registryReference } from './run/provenance.ts';
export type { Run } from './run/run.ts';
export { type DigestSource, recordDigests, runDigests } from './source/digests.ts';
export type { Note } from './source/document.ts';
export { DEFAULT_LIMITS, type DocumentLimits } from './source/limits.ts';
export type { ListingNote, PassedOver } from './source/list-files.ts';
export { type ReadRunOptions, type RunWithRecords, readRun, readRunWithRecords } from './source/read-run.ts';
export {
  type ReadRunsOptions,
  type RunDocument,
  type RunMappings,
  readRuns,
} from './source/read-runs.ts';
export { canonicalJson } from './text/canonical-json.ts';
export { compareText } from './text/compare-text.ts';
export { contentDigest } from './text/digest.ts';
export { parseTimestamp } from './text/timestamp.ts';
