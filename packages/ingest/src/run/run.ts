import type { Job } from '../job/job.ts';
import type { RegistryReference } from './provenance.ts';

/** One dump of one execution of a pipeline, read. */
export interface Run {
  /** By id, in code point order: the order in a file says nothing. */
  readonly jobs: readonly Job[];
  /** Folder of the module whose snippets ran; null when it cannot be told. */
  readonly modulePath: string | null;
  readonly registry: RegistryReference | null;
  readonly pipelineName: string | null;
  readonly profile: string | null;
  readonly runName: string | null;
  readonly runId: string | null;
  readonly runHash: string | null;
  readonly queueSystem: string | null;
  /** What is recorded of where it ran, by dimension: `partition`, `server_type`, `queue_system`, `profile`, `host`. */
  readonly environment: Readonly<Record<string, string>>;
}
