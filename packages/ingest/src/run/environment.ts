import { asMapping, asText, type Mapping, member } from '../text/scalars.ts';

/** Dimensions that `queue_config` holds; a host is no part of Bio-Pype's files, but may be joined there. */
const OF_QUEUE = ['partition', 'server_type', 'host'];
const OF_RUN = ['queue_system', 'profile'];

/**
 * Where a run took place, by dimension, as far as it is recorded: what may make its jobs faster or slower than others.
 *
 * @param metadata `__pipeline_metadata__`
 */
export function environmentOf(metadata: Mapping): Record<string, string> {
  const queue = asMapping(member(metadata, 'queue_config'));
  const read = (from: Mapping, names: readonly string[]): [string, string][] =>
    names.flatMap((name): [string, string][] => {
      const value = asText(member(from, name));
      return value === null ? [] : [[name, value]];
    });
  return Object.fromEntries([...read(queue, OF_QUEUE), ...read(metadata, OF_RUN)]);
}
