import { expect, it } from 'vitest';
import { parseRequirements } from '../src/job/requirements.ts';

it('a record without requirements has none', () => {
  expect(parseRequirements({})).toEqual({ requirements: null, losses: [] });
});

it('requirements are cores, MB, seconds and cards', () => {
  expect(
    parseRequirements({
      ncpu: 4,
      mem: '8gb',
      time: '04:00:00',
      gpu: 1,
      npu: 2,
      type: 'exclusive',
      name: 'x',
    }),
  ).toEqual({
    requirements: { ncpu: 4, mem_mb: 8192, time_seconds: 14_400, gpu: 1 },
    losses: [],
  });
  expect(parseRequirements({ name: 'x' })).toEqual({
    requirements: { ncpu: null, mem_mb: null, time_seconds: null, gpu: null },
    losses: [],
  });
});

it.each<[unknown, number | null]>([
  [4, 4],
  ['2', 2],
  ['2.7', 2.7],
  [' 2 ', 2],
  [0, null],
  [-1, null],
  ['all', null],
  [null, null],
  [true, null],
  [[], null],
])('ncpu %j is %j', (ncpu, cores) => {
  expect(parseRequirements({ ncpu, mem: '1gb' }).requirements?.ncpu).toBe(cores);
});

it.each<[unknown, number | null]>([
  [0, 0],
  [2, 2],
  ['1', 1],
  [-1, null],
  ['yes', null],
  [null, null],
])('gpu %j is %j', (gpu, cards) => {
  expect(parseRequirements({ gpu }).requirements?.gpu).toBe(cards);
});

it('memory per core is multiplied by the cores asked for, whatever order they stand in', () => {
  expect(parseRequirements({ mem: '4Gc', ncpu: '3' }).requirements?.mem_mb).toBe(12_288);
  expect(parseRequirements({ mem: '4Gc', ncpu: 'all' })).toMatchObject({
    requirements: { mem_mb: null },
    losses: ['n_mem_unreadable'],
  });
});

it('an unlimited time is told as such', () => {
  expect(parseRequirements({ time: 'UNLIMITED' }).requirements?.time_seconds).toBe('unlimited');
});

it.each<[Record<string, unknown>, string[]]>([
  [{ mem: 16 }, ['n_mem_unclear']],
  [{ mem: '1,5gb' }, ['n_mem_unreadable']],
  [{ time: 7200 }, ['n_time_number']],
  [{ time: '2 days' }, ['n_time_unreadable']],
  [{ mem: '4 gigabytes', time: 5400 }, ['n_mem_unreadable', 'n_time_number']],
  [{ mem: '', time: '' }, []],
  [{ mem: null, time: null }, []],
  [{ mem: 0, time: 0 }, []],
  [{ mem: { a: 1 }, time: ['1h'] }, ['n_mem_unreadable', 'n_time_unreadable']],
])('what %j loses is counted: %j', (raw, losses) => {
  expect(parseRequirements(raw).losses).toEqual(losses);
});

it('members of Object.prototype are no requirements', () => {
  const raw = JSON.parse('{"__proto__":{"ncpu":64,"mem":"1gb"},"gpu":1}') as Record<string, unknown>;
  expect(parseRequirements(raw).requirements).toEqual({
    ncpu: null,
    mem_mb: null,
    time_seconds: null,
    gpu: 1,
  });
});
