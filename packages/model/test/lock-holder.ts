import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { aModel, contentOf } from './folders.ts';

/** Another process that is writing a registry. */
export interface Holder {
  readonly pid: number;
  /** Its exit code, null when it was killed. */
  readonly ended: Promise<number | null>;
  kill(): void;
}

// A model that takes its time to become text keeps the writer, and with it the lock, at work.
const SCRIPT = `
  import { writeSync } from 'node:fs';
  import { writeRegistry } from '@prm/model';
  const [folder, holdMs, content] = process.argv.slice(1);
  const { models: [model], index } = JSON.parse(content);
  model.toJSON = () => {
    writeSync(1, 'holding');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(holdMs));
    return { ...model, toJSON: undefined };
  };
  await writeRegistry(folder, { models: [model], index });
`;

/** Starts a process that writes to the folder, as built, and waits until it holds the lock. */
export async function holdLock(folder: string, holdMs: number): Promise<Holder> {
  const content = JSON.stringify(contentOf([await aModel('held')]));
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, folder, String(holdMs), content],
    { cwd: new URL('..', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then((code) => Promise.reject(new Error(`the holder ended with ${code}`))),
  ]);
  return { pid: child.pid as number, ended, kill: () => child.kill('SIGKILL') };
}
