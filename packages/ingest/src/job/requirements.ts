import { asDecimal, type Mapping, member } from '../text/scalars.ts';
import { parseMemoryRequest } from '../units/memory-request.ts';
import { parseTimeRequest } from '../units/time-request.ts';
import type { Loss } from './losses.ts';

/** What a job asked for; null for what it did not, or what could not be read. */
export interface Requirements {
  /** Cores. */
  readonly ncpu: number | null;
  /** MB of 1024² bytes. */
  readonly mem_mb: number | null;
  readonly time_seconds: number | 'unlimited' | null;
  /** Cards. */
  readonly gpu: number | null;
}

/** Reads the `requirements` of a record; null when it has none. What could not be read is told in `losses`. */
export function parseRequirements(raw: Mapping): { requirements: Requirements | null; losses: Loss[] } {
  if (Object.keys(raw).length === 0) return { requirements: null, losses: [] };
  const cores = asDecimal(member(raw, 'ncpu'));
  const ncpu = cores !== null && cores > 0 ? cores : null;
  const cards = asDecimal(member(raw, 'gpu'));
  const memory = parseMemoryRequest(member(raw, 'mem'), ncpu);
  const time = parseTimeRequest(member(raw, 'time'));
  const losses: Loss[] = [];
  if (memory.problem !== null)
    losses.push(memory.problem === 'unclear-unit' ? 'n_mem_unclear' : 'n_mem_unreadable');
  if (time.problem !== null) losses.push(time.problem === 'number' ? 'n_time_number' : 'n_time_unreadable');
  const requirements = {
    ncpu,
    mem_mb: memory.memMb,
    time_seconds: time.timeSeconds,
    gpu: cards !== null && cards >= 0 ? cards : null,
  };
  return { requirements, losses };
}
