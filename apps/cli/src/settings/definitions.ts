import { parseTimestamp } from '@prm/ingest';
import { parseInputSize } from '@prm/ingest/units';
import { UsageFault } from '../usage-fault.ts';

/** The values of all settings. */
export interface Settings {
  /** Folder of models: then commands need not name it. */
  readonly models: string | null;
  readonly identity: 'module' | 'pipeline' | 'registry';
  readonly method: 'robust' | 'reference';
  readonly min_workflow_runs: number;
  readonly min_step_samples: number;
  /** File of what training leaves out. */
  readonly exclude: string | null;
  /** Date or time before which runs are left out. */
  readonly since: string | null;
  /** Runs of each workflow that count, the most recent ones. */
  readonly last: number | null;
  readonly bin_minutes: number;
  /** gCO2e/kWh. */
  readonly carbon_intensity: number | null;
  /** Bytes. */
  readonly max_document_size: number;
  readonly max_yaml_size: number;
  readonly max_yaml_piece_size: number;
  readonly max_json_size: number;
  readonly max_nodes: number;
  readonly max_nesting: number;
}

/** One setting: what it is without a word from anyone, and how what someone says, also in a file, is read. */
export interface SettingDefinition<T> {
  readonly default: T;
  readonly meaning: string;
  /** @throws UsageFault naming what is accepted */
  readonly parse: (value: unknown) => T;
}

const MB = '1mb';

export const DEFINITIONS: { readonly [Name in keyof Settings]: SettingDefinition<Settings[Name]> } = {
  models: {
    default: null,
    meaning: 'folder of models that commands use when none is named',
    parse: parsePath,
  },
  identity: { default: 'module', meaning: 'what runs are gathered by', parse: parseIdentity },
  method: { default: 'robust', meaning: 'how models are learned', parse: parseMethod },
  min_workflow_runs: { default: 1, meaning: 'runs a workflow needs for a model', parse: parseCount },
  min_step_samples: { default: 3, meaning: 'completed jobs a step needs for a model', parse: parseCount },
  exclude: {
    default: null,
    meaning: 'file of runs, jobs and step@version to learn nothing from',
    parse: parsePath,
  },
  since: { default: null, meaning: 'runs over before this date are left out', parse: parseDate },
  last: { default: null, meaning: 'most recent runs of a workflow that count', parse: parseCount },
  bin_minutes: { default: 30, meaning: 'width of the bins of a power curve', parse: parsePositive },
  carbon_intensity: { default: null, meaning: 'grams of CO2 equivalent a kWh', parse: parsePositive },
  max_document_size: { default: parseInputSize('500mb'), meaning: 'largest document read', parse: parseSize },
  max_yaml_size: {
    default: parseInputSize('64mb'),
    meaning: 'largest YAML kept of a document',
    parse: parseSize,
  },
  max_yaml_piece_size: {
    default: parseInputSize('16mb'),
    meaning: 'largest YAML in another form than PyYAML writes',
    parse: parseSize,
  },
  max_json_size: {
    default: parseInputSize('256mb'),
    meaning: 'largest JSON kept of a document',
    parse: parseSize,
  },
  max_nodes: { default: 5_000_000, meaning: 'most keys and values of a document', parse: parseCount },
  max_nesting: { default: 100, meaning: 'deepest nesting of a document', parse: parseCount },
};

export const SETTING_NAMES = Object.keys(DEFINITIONS) as (keyof Settings)[];

/** The environment variable of a setting. */
export function variableOf(name: keyof Settings): string {
  return `PRM_${name.toUpperCase()}`;
}

function parsePath(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new UsageFault('expected a path in quotes');
}

function parseIdentity(value: unknown): Settings['identity'] {
  if (value === 'module' || value === 'pipeline' || value === 'registry') return value;
  throw new UsageFault('expected module, pipeline or registry');
}

function parseMethod(value: unknown): Settings['method'] {
  if (value === 'robust' || value === 'reference') return value;
  throw new UsageFault('expected robust or reference');
}

function parseCount(value: unknown): number {
  const number = toNumber(value);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageFault('expected a whole number from 1');
}

function parseDate(value: unknown): string {
  if (typeof value === 'string' && parseTimestamp(value) !== null) return value;
  throw new UsageFault('expected a date such as 2026-01-31, or a time such as 2026-01-31T12:00');
}

function parsePositive(value: unknown): number {
  const number = toNumber(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new UsageFault('expected a number above 0');
}

function parseSize(value: unknown): number {
  try {
    if (isTextOrNumber(value)) return parseInputSize(String(value));
  } catch {
    // said below
  }
  throw new UsageFault(`expected a size such as 500mb or ${MB}`);
}

/** NaN for anything that is no number, also for what JavaScript would take for one: an empty text, true, a list. */
function toNumber(value: unknown): number {
  return isTextOrNumber(value) && String(value).trim() !== '' ? Number(value) : Number.NaN;
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
