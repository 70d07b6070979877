import { baseName } from './provenance.ts';
import type { Run } from './run.ts';

/** What a run is called where it must be told from others: its id, else its hash, else its name. */
export function runText(run: Run): string | null {
  return run.runId ?? run.runHash ?? run.runName;
}

/** The name under which an identity keeps a run, by mode, and the pipeline's where the module gives none. */
export type IdentityMode = 'module' | 'pipeline' | 'registry';

/**
 * The identity key of a run: the workflow model it belongs to.
 *
 * @param run with its module
 * @param pipeline the run's pipeline key
 * @example
 * identityKey({ modulePath: '/data/mod', registry: null }, 'germline', 'module') // 'mod'
 */
export function identityKey(
  run: Pick<Run, 'modulePath' | 'registry'>,
  pipeline: string,
  mode: IdentityMode,
): string {
  if (mode === 'pipeline') return pipeline;
  const reference = run.registry;
  if (mode === 'registry' && reference !== null) {
    const version = reference.version === null ? '' : `:${reference.version}`;
    return `${reference.namespace}/${reference.name}${version}`;
  }
  return reference?.name ?? (run.modulePath === null ? pipeline : baseName(run.modulePath));
}
