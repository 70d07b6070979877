import { FORMAT_VERSION } from '@prm/model';

/** The document of several reports. */
interface Reports<R, F extends string> {
  readonly format: F;
  readonly format_version: string;
  readonly reports: readonly R[];
}

/** The report that was asked for alone, or the document that holds all of them. */
export function oneOrAll<R, F extends string>(reports: readonly R[], format: F): R | Reports<R, F> {
  const [first, ...others] = reports;
  return first !== undefined && others.length === 0
    ? first
    : { format, format_version: FORMAT_VERSION, reports };
}
