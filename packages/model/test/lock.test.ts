import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withLock } from '../src/registry/lock.ts';
import { temporaryFolder } from './folders.ts';
import { holdLock } from './lock-holder.ts';

const LONG_AGO_SECONDS = 600;

/** A lock file as another writer would leave it, last touched `silentSeconds` ago. */
function plantLock(folder: string, owner: object | string, silentSeconds = 0): string {
  const path = join(folder, '.lock');
  writeFileSync(path, typeof owner === 'string' ? owner : JSON.stringify(owner));
  const touched = Date.now() / 1000 - silentSeconds;
  utimesSync(path, touched, touched);
  return path;
}

const elsewhere = { pid: 1, host: 'another-machine', since: '2026-01-01T08:00:00.000Z', token: 'other' };

it('the work runs with the lock in place, its answer is passed on, and the lock is gone at the end', async () => {
  const folder = temporaryFolder();
  const answer = await withLock(folder, () => {
    const owner = JSON.parse(readFileSync(join(folder, '.lock'), 'utf8'));
    expect(owner).toMatchObject({ pid: process.pid, host: hostname() });
    return 'done';
  });
  expect(answer).toBe('done');
  expect(readdirSync(folder)).toEqual([]);
});

it('the lock is gone also when the work fails', async () => {
  const folder = temporaryFolder();
  const work = withLock(folder, () => Promise.reject(new Error('broken')));
  await expect(work).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

it('of many writers one works at a time, and each comes to its turn', async () => {
  const folder = temporaryFolder();
  let working = 0;
  const writer = () =>
    withLock(folder, async () => {
      working++;
      expect(working).toBe(1);
      await sleep(5);
      working--;
    });
  await Promise.all(Array.from({ length: 8 }, writer));
  expect(readdirSync(folder)).toEqual([]);
});

it('a second writer waits until another process is done', async () => {
  const folder = temporaryFolder();
  const holder = await holdLock(folder, 600);
  let isHeld = true;
  void holder.ended.then(() => {
    isHeld = false;
  });
  await withLock(folder, () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isHeld).toBe(false);
  expect(await holder.ended).toBe(0);
  expect(existsSync(join(folder, 'index.json'))).toBe(true); // it was not disturbed
});

it('a second writer gives up in time, with the owner and since when, and leaves the lock', async () => {
  const folder = temporaryFolder();
  const holder = await holdLock(folder, 60_000);
  const since = JSON.parse(readFileSync(join(folder, '.lock'), 'utf8')).since;
  await expect(withLock(folder, () => undefined, { waitMs: 200 })).rejects.toMatchObject({
    code: 'model/locked',
    message: expect.stringContaining(`process ${holder.pid} on ${hostname()} since ${since}`),
  });
  expect(existsSync(join(folder, '.lock'))).toBe(true);
  holder.kill();
  await holder.ended;
});

it('the lock of a process that is gone is taken over at once', async () => {
  const folder = temporaryFolder();
  const holder = await holdLock(folder, 60_000);
  holder.kill();
  await holder.ended;
  expect(existsSync(join(folder, '.lock'))).toBe(true);
  await withLock(folder, () => undefined);
  expect(existsSync(join(folder, '.lock'))).toBe(false);
});

it('a lock of another machine is waited for while it is heard of, and taken over after two minutes of silence', async () => {
  const folder = temporaryFolder();
  const path = plantLock(folder, elsewhere, 100);
  await expect(withLock(folder, () => undefined, { waitMs: 150 })).rejects.toMatchObject({
    code: 'model/locked',
    message: `${path}: process 1 on another-machine since 2026-01-01T08:00:00.000Z is writing here; try again when it is done`,
  });
  plantLock(folder, elsewhere, 130);
  await withLock(folder, () => undefined, { waitMs: 150 });
  expect(readdirSync(folder)).toEqual([]);
});

it('a lock whose owner has not written its name yet is waited for, and taken over when none comes', async () => {
  const folder = temporaryFolder();
  plantLock(folder, '');
  await expect(withLock(folder, () => undefined, { waitMs: 150 })).rejects.toThrow(
    'another process is writing here',
  );
  plantLock(folder, '{"pid":', LONG_AGO_SECONDS);
  await withLock(folder, () => undefined, { waitMs: 150 });
});

it('a silent lock of this machine is taken over though its process number lives again as another process', async () => {
  // In a container every training has the same process number and host name: a crash must not lock the folder for good.
  const folder = temporaryFolder();
  plantLock(folder, { ...elsewhere, pid: process.pid, host: hostname() }, LONG_AGO_SECONDS);
  await withLock(folder, () => undefined, { waitMs: 150 });
  expect(readdirSync(folder)).toEqual([]);
});

it("a writer whose lock was taken over leaves the new owner's", async () => {
  const folder = temporaryFolder();
  await withLock(folder, () => {
    plantLock(folder, elsewhere);
  });
  expect(JSON.parse(readFileSync(join(folder, '.lock'), 'utf8'))).toEqual(elsewhere);
});

it('a folder that cannot hold a lock is an error of writing', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(withLock(file, () => undefined)).rejects.toMatchObject({ code: 'model/cannot-write' });
});

it('a wait that is no number of milliseconds does not wait for ever', async () => {
  const folder = temporaryFolder();
  plantLock(folder, elsewhere);
  const writing = withLock(folder, () => undefined, { waitMs: Number.NaN });
  const outcome = await Promise.race([
    writing.then(
      () => 'written',
      () => 'refused',
    ),
    sleep(1000, 'still waiting'),
  ]);
  plantLock(folder, elsewhere, LONG_AGO_SECONDS); // lets it go
  await writing.catch(() => undefined);
  expect(outcome).toBe('refused');
});
