import * as fs from 'node:fs';
import { readdirSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { openRegistry } from '../src/registry/open-registry.ts';
import { writeRegistry } from '../src/registry/write-registry.ts';
import { aModel, contentOf, temporaryFolder } from './folders.ts';

// A disk that runs full and a neighbour that cleans up cannot be had for real in a test: the calls that would meet
// them are made to fail as the system does.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, writeSync: vi.fn(real.writeSync), writeFileSync: vi.fn(real.writeFileSync) };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  return { ...real, open: vi.fn(real.open), rename: vi.fn(real.rename) };
});

function noSpace(): never {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}

const renamed: string[] = [];

beforeEach(async () => {
  const real = await vi.importActual<typeof fs>('node:fs');
  const realPromises = await vi.importActual<typeof promises>('node:fs/promises');
  renamed.length = 0;
  vi.mocked(fs.writeSync).mockImplementation(real.writeSync as never);
  vi.mocked(fs.writeFileSync).mockImplementation(real.writeFileSync);
  vi.mocked(promises.open).mockImplementation(realPromises.open);
  vi.mocked(promises.rename).mockImplementation((from, to) => {
    renamed.push(String(to));
    return realPromises.rename(from, to);
  });
});

it('the index is renamed into place last, after every model', async () => {
  const folder = temporaryFolder();
  await writeRegistry(folder, contentOf([await aModel('a'), await aModel('b')]));
  expect(renamed).toHaveLength(3);
  expect(renamed.indexOf(join(folder, 'index.json'))).toBe(2);
});

it('a disk that is full when a model is written leaves the old registry, no leftovers and no lock', async () => {
  const folder = temporaryFolder();
  await writeRegistry(folder, contentOf([await aModel('a', 1)]));
  const before = readdirSync(folder);
  const real = await vi.importActual<typeof promises>('node:fs/promises');
  vi.mocked(promises.open).mockImplementation(async (path, flags, mode) => {
    const file = await real.open(path, flags, mode);
    if (flags === 'w') vi.spyOn(file, 'writeFile').mockImplementation(async () => noSpace());
    return file;
  });
  await expect(writeRegistry(folder, contentOf([await aModel('a', 2)]))).rejects.toMatchObject({
    code: 'model/cannot-write',
    message: `cannot write models to ${folder}: no space left on the disk`,
  });
  expect(readdirSync(folder)).toEqual(before);
  expect(openRegistry(folder).model('a').steps.align?.metrics.duration_seconds?.a).toBe(1);
});

it('a disk that is full when the lock is written is told the same way, and leaves no lock behind', async () => {
  const folder = temporaryFolder();
  vi.mocked(fs.writeSync).mockImplementation(noSpace);
  const writing = writeRegistry(folder, contentOf([await aModel('a')]));
  await expect(writing).rejects.toMatchObject({ code: 'model/cannot-write' });
  expect(readdirSync(folder)).toEqual([]);
});

it("a probe that another writer's clean-up took away is no failure", async () => {
  // The folder is probed before the lock is held, and clean-up removes every temporary file there is.
  const folder = temporaryFolder();
  const real = await vi.importActual<typeof fs>('node:fs');
  vi.mocked(fs.writeFileSync).mockImplementation((file, data, options) => {
    real.writeFileSync(file, data, options);
    if (String(file).endsWith('.tmp')) real.rmSync(String(file));
  });
  await writeRegistry(folder, contentOf([await aModel('a')]));
  expect(openRegistry(folder).keys).toEqual(['a']);
});
