import { IngestError } from '../errors.ts';
import type { Job } from '../job/job.ts';
import { parseJob } from '../job/parse-job.ts';
import { compareText } from '../text/compare-text.ts';
import { asMapping, asText, isMapping, type Mapping, member } from '../text/scalars.ts';
import { environmentOf } from './environment.ts';
import { moduleOfPipelineFile, registryReference } from './provenance.ts';
import type { Run } from './run.ts';

/** A member of a runtime mapping that is read when it is needed, so that a reader can hold one record at a time. */
export interface Entry {
  readonly key: string;
  readonly read: () => unknown;
}

/**
 * Reads the mapping of a `pipeline_runtime.yaml` (job id → record, plus `__pipeline_metadata__` and
 * `__pipeline_environment__`), bare or wrapped as `{ runtime_data: … }`; null when it holds no job record.
 *
 * @param mapping as a YAML or JSON parser gives it
 * @throws IngestError `ingest/not-a-mapping`
 * @example
 * parseRun({ A1: { command: 'pype snippets --log /l align -i x', status: 'completed' } })?.jobs[0]?.snippet // 'align'
 */
export function parseRun(mapping: unknown): Run | null {
  if (!isMapping(mapping)) {
    throw new IngestError(
      'ingest/not-a-mapping',
      `expected a mapping of job id to job record, got ${describe(mapping)}`,
    );
  }
  const inner = unwrap(mapping);
  return buildRun(Object.keys(inner).map((key) => ({ key, read: () => inner[key] })));
}

/** The runtime mapping inside `{ runtime_data: … }`, which is how Bio-Pype's client posts it; else the mapping itself. */
export function unwrap(mapping: Mapping): Mapping {
  const inner = member(mapping, 'runtime_data');
  return isMapping(inner) && !Object.hasOwn(inner, 'command') ? inner : mapping;
}

/** Builds a run from its members; null when none of them is a job record. */
export function buildRun(entries: readonly Entry[]): Run | null {
  const metadata = readMember(entries, '__pipeline_metadata__');
  const environment = readMember(entries, '__pipeline_environment__');
  const monitorInterval = member(environment, 'PYPE_MONITOR_INTERVAL');
  const jobs: Job[] = [];
  const modulePaths: { id: string; path: string }[] = [];
  for (const { key, read } of entries) {
    const record = read();
    if (key.startsWith('__') || !isMapping(record) || !Object.hasOwn(record, 'command')) continue;
    const parsed = parseJob(key, record, monitorInterval);
    jobs.push(parsed.job);
    const path = parsed.environment.get('PYPE_MODULES');
    if (path) modulePaths.push({ id: key, path });
  }
  if (jobs.length === 0) return null;
  jobs.sort((a, b) => compareText(a.id, b.id));
  modulePaths.sort((a, b) => compareText(a.id, b.id));
  const modulePath = withoutTrailingSlashes(
    asText(member(environment, 'PYPE_MODULES')) ??
      modulePaths[0]?.path ??
      moduleOfPipelineFile(asText(member(metadata, 'pipeline_yaml_path')) ?? ''),
  );
  return {
    jobs,
    modulePath,
    registry: modulePath === null ? null : registryReference(modulePath),
    pipelineName: asText(member(metadata, 'pipeline_name')),
    profile: asText(member(metadata, 'profile')),
    runName: asText(member(metadata, 'run_name')),
    runId: asText(member(metadata, 'run_id')),
    runHash: asText(member(metadata, 'run_hash')),
    queueSystem: asText(member(metadata, 'queue_system')),
    environment: environmentOf(metadata),
  };
}

function readMember(entries: readonly Entry[], key: string): Mapping {
  return asMapping(entries.findLast((entry) => entry.key === key)?.read());
}

function withoutTrailingSlashes(path: string | null): string | null {
  let end = path?.length ?? 0;
  while (path?.[end - 1] === '/') end--;
  return path?.slice(0, end) || null;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : `${typeof value} ${String(value).slice(0, 80)}`;
}
