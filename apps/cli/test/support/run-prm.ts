import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const PRM = fileURLToPath(new URL('../../dist/prm.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built command as a user would, in a process of its own, without a terminal. */
export function runPrm(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PRM, ...args], {
      cwd: options.cwd,
      env: { ...process.env, COLUMNS: '', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The JSON document that a command prints; throws with its stderr when it fails. */
export async function runJson(args: readonly string[], options: RunOptions = {}): Promise<unknown> {
  const { code, stdout, stderr } = await runPrm([...args, '--json'], options);
  if (code !== 0) throw new Error(`prm ${args.join(' ')}: exit ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Runs many, a few at a time, in order of the answers. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = new Array(items.length);
  const open = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of open) answers[i] = await work(item);
  };
  await Promise.all(Array.from({ length: most }, worker));
  return answers;
}
