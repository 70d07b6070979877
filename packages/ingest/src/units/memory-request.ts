import { bytesPerUnit, UNIT_PATTERN } from './byte-units.ts';

const BYTES_PER_MB = 1024 ** 2;
/** A number without a unit from here on can only be bytes; below, MB, KB and bytes are all in use. */
const SURELY_BYTES = 1_048_576;
const MEMORY = new RegExp(`^(\\d+(?:\\.\\d*)?|\\.\\d+)\\s*(${UNIT_PATTERN})?\\s*([cn])?$`, 'i');

/** A requested amount, or nothing; `problem` tells when something was written that could not be used. */
export interface ParsedMemory {
  /** MB of 1024² bytes. */
  readonly memMb: number | null;
  readonly problem: 'unclear-unit' | 'unreadable' | null;
}

/**
 * A memory request in any spelling that Bio-Pype's queues see: `4gb`, `500M`, `1.5 GiB`, bytes as a number.
 * A final `n` (per node) is dropped; a final `c` (per core) multiplies by `ncpu`. A number without a unit below
 * 1 048 576 has an unclear unit, and 0 means no request.
 *
 * @param value text or number as recorded
 * @param ncpu cores asked for, null when unknown
 * @example
 * parseMemoryRequest('4gb', null) // { memMb: 4096, problem: null }
 */
export function parseMemoryRequest(value: unknown, ncpu: number | null): ParsedMemory {
  if (value === undefined || value === null || value === '') return { memMb: null, problem: null };
  const parts = typeof value === 'string' ? splitText(value.trim()) : { amount: value, unit: '', suffix: '' };
  const amount = parts?.amount;
  if (parts === null || typeof amount !== 'number' || !(amount >= 0) || !Number.isFinite(amount)) {
    return { memMb: null, problem: 'unreadable' };
  }
  if (amount === 0) return { memMb: null, problem: null };
  if (parts.unit === '' && amount < SURELY_BYTES) return { memMb: null, problem: 'unclear-unit' };
  if (parts.suffix === 'c' && ncpu === null) return { memMb: null, problem: 'unreadable' };
  const memMb = (amount * bytesPerUnit(parts.unit)) / BYTES_PER_MB;
  const total = parts.suffix === 'c' ? memMb * (ncpu as number) : memMb;
  return Number.isFinite(total) ? { memMb: total, problem: null } : { memMb: null, problem: 'unreadable' };
}

/** No spelling of an amount is longer; the pattern need not look at more. */
const LONGEST = 100;

function splitText(text: string): { amount: number; unit: string; suffix: string } | null {
  const match = text.length > LONGEST ? null : MEMORY.exec(text);
  return match && { amount: Number(match[1]), unit: match[2] ?? '', suffix: (match[3] ?? '').toLowerCase() };
}
