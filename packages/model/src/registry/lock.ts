import { randomUUID } from 'node:crypto';
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from '../format/errors.ts';
import { writeFault } from './write-fault.ts';

/** Who writes to a folder of models, as the lock file tells. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
  readonly token: string;
}

const LOCK_FILE = '.lock';
const POLL_MS = 100;
const BEAT_MS = 5000;
/** A lock whose owner has not been heard of for so long is taken over, whoever it is. */
const SILENT_MS = 120_000;
const DEFAULT_WAIT_MS = 30_000;

/** How long to wait for another writer. */
export interface LockOptions {
  /** Milliseconds. Default 30 000. */
  readonly waitMs?: number;
}

/**
 * Runs `work` as the only writer of a folder. Waits for another writer; one whose process is gone, or that has been
 * silent for two minutes, is taken over.
 *
 * @throws ModelError `model/locked` with the owner and the lock's age, `model/cannot-write`, `model/bad-option`
 */
export async function withLock<T>(
  folder: string,
  work: () => T | Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const { waitMs = DEFAULT_WAIT_MS } = options;
  if (!(waitMs >= 0)) {
    throw new ModelError('model/bad-option', `waitMs is ${waitMs}, expected a number of milliseconds`);
  }
  const path = join(folder, LOCK_FILE);
  const owner: Owner = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    token: randomUUID(),
  };
  await acquire(path, owner, waitMs);
  const beat = setInterval(() => touch(path), BEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (readOwner(path)?.token === owner.token) rmSync(path, { force: true });
  }
}

async function acquire(path: string, owner: Owner, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    if (tryCreate(path, owner)) return;
    const holder = readOwner(path);
    if (isAbandoned(path, holder)) {
      removeAbandoned(path, holder);
      continue;
    }
    if (Date.now() >= deadline) {
      const who = holder
        ? `process ${holder.pid} on ${holder.host} since ${holder.since}`
        : 'another process';
      throw new ModelError('model/locked', `${path}: ${who} is writing here; try again when it is done`);
    }
    await sleep(POLL_MS);
  }
}

function tryCreate(path: string, owner: Owner): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeFault(path, error);
  }
  try {
    writeSync(file, JSON.stringify(owner));
  } catch (error) {
    rmSync(path, { force: true });
    throw writeFault(path, error);
  } finally {
    closeSync(file);
  }
  return true;
}

/** Null while the owner has not written its name yet, and when the lock is gone. */
function readOwner(path: string): Owner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** Numbers of processes are used again, in containers most of all: a living one that is silent is another one. */
function isAbandoned(path: string, holder: Owner | null): boolean {
  if (silentForMs(path) > SILENT_MS) return true;
  return holder?.host === hostname() && !isAlive(holder.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function silentForMs(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Moves the lock aside before removing it: of several that see it abandoned, one succeeds. */
function removeAbandoned(path: string, holder: Owner | null): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const taken = readOwner(aside);
  if (taken !== null && taken.token !== holder?.token) {
    // Another took over in between, and this is its lock: give it back.
    try {
      renameSync(aside, path);
      return;
    } catch {
      // Its owner will find the lock gone when it is done.
    }
  }
  rmSync(aside, { force: true });
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The lock is gone; the work ends on its own.
  }
}
