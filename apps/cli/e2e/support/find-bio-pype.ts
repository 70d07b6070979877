import { accessSync, constants, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** An installed Bio-Pype. */
export interface BioPype {
  /** The `pype` command. */
  readonly command: string;
  /** The Python that can import it. */
  readonly python: string;
}

/** What to do when there is none. */
export const BIO_PYPE_WANTED =
  'needs Linux and Bio-Pype: pip install bio-pype==2.0.99rc9 into a Python environment, and name that in PRM_BIO_PYPE';

/** Bio-Pype in the Python environment or the folder of programs that PRM_BIO_PYPE names, else on PATH; null for none. */
export function findBioPype(env: Readonly<Record<string, string | undefined>>): BioPype | null {
  const named = env.PRM_BIO_PYPE;
  const folders = named ? [join(named, 'bin'), named] : (env.PATH ?? '').split(delimiter).filter(Boolean);
  const command = folders.map((folder) => join(folder, 'pype')).find(isProgram);
  if (command === undefined) return null;
  const python = pythonOf(command);
  return python === undefined ? null : { command, python };
}

/** The Python beside the command, as in an environment of its own; else the one its first lines name. */
function pythonOf(command: string): string | undefined {
  const beside = ['python3', 'python'].map((name) => join(dirname(realpathSync(command)), name));
  const named = /^(?:#!|'''exec' )"?(\/[^"\n]*?python[\d.]*)/m.exec(readFileSync(command, 'utf8'))?.[1];
  return [named, ...beside].find((path) => path !== undefined && isProgram(path));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
