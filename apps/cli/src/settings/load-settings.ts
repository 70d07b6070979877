import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { UsageFault } from '../usage-fault.ts';
import { DEFINITIONS, SETTING_NAMES, type Settings, variableOf } from './definitions.ts';

const FILE_NAME = 'prm.config.json';

/** A value, and who said so. */
interface Setting<T = Settings[keyof Settings]> {
  readonly value: T;
  /** `default`, the path of a file, the name of a variable, or the option of the command line. */
  readonly from: string;
}

export type LoadedSettings = { readonly [Name in keyof Settings]: Setting<Settings[Name]> };

/** What the command line says of settings, by option. */
export type GivenOptions = { readonly [Name in keyof Settings]?: string | undefined };

/**
 * Settings, the later over the earlier: the default; `prm.config.json` in the working directory (else in the user's
 * configuration folder; `PRM_CONFIG` names another); the variable `PRM_<NAME>`; the command line.
 *
 * @throws UsageFault for a setting that nobody knows, or a value that cannot be used, naming who said it
 */
export function loadSettings(
  env: Readonly<Record<string, string | undefined>>,
  given: GivenOptions = {},
  folder: string = process.cwd(),
): LoadedSettings {
  const file = readFile(env, folder);
  const entries = SETTING_NAMES.map((name) => {
    const option = given[name];
    const variable = env[variableOf(name)];
    if (option !== undefined) return [name, parsed(name, option, `--${name.replaceAll('_', '-')}`)];
    if (variable !== undefined && variable !== '') return [name, parsed(name, variable, variableOf(name))];
    const inFile = file?.values.get(name);
    if (file && inFile !== undefined) return [name, fromFile(name, inFile, file.path)];
    return [name, { value: DEFINITIONS[name].default, from: 'default' }];
  });
  return Object.fromEntries(entries);
}

interface SettingsFile {
  readonly path: string;
  readonly values: ReadonlyMap<string, unknown>;
}

function readFile(env: Readonly<Record<string, string | undefined>>, folder: string): SettingsFile | null {
  const named = env.PRM_CONFIG;
  const home = env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const candidates = named
    ? [resolve(folder, named)]
    : [join(folder, FILE_NAME), join(home, 'prm', FILE_NAME)];
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) {
    if (named) throw new UsageFault(`PRM_CONFIG: no such file: ${named}`);
    return null;
  }
  const values = parseFile(path);
  for (const name of values.keys()) {
    if (!(SETTING_NAMES as readonly string[]).includes(name)) {
      throw new UsageFault(
        `${path}: unknown setting ${JSON.stringify(name)}; known: ${SETTING_NAMES.join(', ')}`,
      );
    }
  }
  return { path, values };
}

function parseFile(path: string): Map<string, unknown> {
  const text = readText(path);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new UsageFault(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new UsageFault(`${path}: expected a mapping of settings, such as {"models": "models/"}`);
  }
  return new Map(Object.entries(content));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageFault(`cannot read ${path}: ${code === 'EISDIR' ? 'it is a folder' : (code ?? message)}`);
  }
}

function fromFile(name: keyof Settings, value: unknown, path: string): Setting {
  const setting = parsed(name, value, path);
  if (name !== 'models' && name !== 'exclude') return setting;
  // Resolved, an empty path would be the folder of the file: nobody means that.
  if (value === '') throw new UsageFault(`${path}: ${name} is "", expected a path`);
  // A folder or file named in a file is relative to the file, wherever the command is run.
  return { ...setting, value: resolve(dirname(path), String(value)) };
}

function parsed(name: keyof Settings, value: unknown, from: string): Setting {
  try {
    return { value: DEFINITIONS[name].parse(value), from };
  } catch (error) {
    const expected = error instanceof Error ? error.message : String(error);
    const where = from.startsWith('--') || from.startsWith('PRM_') ? from : `${from}: ${name}`;
    throw new UsageFault(`${where} is ${JSON.stringify(value)}, ${expected}`);
  }
}
