import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** As much of @prm/ingest/units as reads requests back; it comes with @prm/model. */
interface Units {
  parseMemoryRequest(value: unknown, ncpu: number | null): { memMb: number | null; problem: string | null };
  parseTimeRequest(value: unknown): { timeSeconds: number | 'unlimited' | null; problem: string | null };
}

const model = createRequire(createRequire(import.meta.url).resolve('@prm/model'));

export const { parseMemoryRequest, parseTimeRequest }: Units = await import(
  pathToFileURL(model.resolve('@prm/ingest/units')).href
);
