/** How the text of a file is to be read. */
export type FileFormat = 'json' | 'yaml' | 'ndjson';

const FORMATS: ReadonlyMap<string, FileFormat> = new Map([
  ['json', 'json'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
]);

/** Files of Bio-Pype that lie beside runs and hold none. */
const NOT_RUNS = new Set([
  'resource_consumption.json',
  'resource_samples.json',
  'data_sizes.json',
  'snapshot_registry.json',
  'profile.yaml',
  'pipeline_power_profile.yaml',
]);

export function isCompressed(name: string): boolean {
  return /\.gz$/i.test(name);
}

/** The format by the ending of a name, `.gz` aside; null for another ending. */
export function fileFormat(name: string): FileFormat | null {
  const ending = /\.([a-z]+)$/i.exec(withoutGz(name))?.[1] ?? '';
  return FORMATS.get(ending.toLowerCase()) ?? null;
}

/** Whether a name is one of those that Bio-Pype writes beside runs. */
export function isPassedOverName(name: string): boolean {
  return NOT_RUNS.has(withoutGz(name));
}

function withoutGz(name: string): string {
  return name.replace(/\.gz$/i, '');
}
