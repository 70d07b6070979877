import { IngestError } from '../errors.ts';
import { bytesPerUnit, UNIT_PATTERN } from './byte-units.ts';

/** No spelling of a size is longer; the pattern need not look at more. */
const LONGEST = 100;
const SIZE = new RegExp(
  `^\\s*(\\d[\\d_]*(?:\\.[\\d_]*)?(?:e[+-]?\\d+)?|\\.\\d+)\\s*(${UNIT_PATTERN})?\\s*$`,
  'i',
);

/**
 * The bytes of a size as a person types it: `50gb`, `1.5 TB`, `200MiB`, `50.00 GB`, `1_000_000`, `5e9`.
 * Units are powers of 1024, in any case; without one the number is bytes.
 *
 * @throws IngestError `ingest/bad-size` for anything that is not a positive, finite size; the message names the text
 * @example
 * parseInputSize('1.5gb') // 1610612736
 */
export function parseInputSize(text: string): number {
  const match = text.length > LONGEST ? null : SIZE.exec(text);
  const bytes = match
    ? Number((match[1] as string).replaceAll('_', '')) * bytesPerUnit(match[2] ?? '')
    : Number.NaN;
  if (bytes > 0 && Number.isFinite(bytes)) return bytes;
  throw new IngestError(
    'ingest/bad-size',
    `not a size: ${JSON.stringify(text.slice(0, 200))}; expected a positive number with B, KB, MB, GB, TB, PB or EB ` +
      '(powers of 1024, a point for fractions) such as 50gb or 1.5TB',
  );
}
