import { expect, it } from 'vitest';
import { gpuClass, gpuDisplayName } from '../src/index.ts';
import { jobOf } from './support.ts';

const facts = { utilization: null, memoryMaxMb: null, memoryTotalMb: null, powerLimitW: null };

it.each([
  [facts, null],
  [{ ...facts, utilization: 0 }, 'gpu'],
  [{ ...facts, memoryMaxMb: 100 }, 'gpu'],
  [{ ...facts, powerLimitW: 300 }, 'gpu-300w'],
  [{ ...facts, memoryTotalMb: 81_920 }, 'gpu-80gb'],
  [{ ...facts, memoryTotalMb: 81_559, powerLimitW: 700 }, 'gpu-80gb-700w'],
  [{ ...facts, powerLimitW: 295 }, 'gpu-300w'],
  [{ ...facts, powerLimitW: 294.9 }, 'gpu-290w'],
  [{ ...facts, powerLimitW: 72 }, 'gpu-70w'],
  [{ ...facts, memoryTotalMb: 1024 * 23.5 }, 'gpu-24gb'],
  [{ ...facts, memoryTotalMb: 1024 * 23.4 }, 'gpu-23gb'],
  [{ ...facts, utilization: 5, memoryTotalMb: 0, powerLimitW: 0 }, 'gpu'],
  [{ ...facts, utilization: 5, memoryTotalMb: -1, powerLimitW: -300 }, 'gpu'],
])('the class of %j is %j', (given, key) => {
  expect(gpuClass(given)).toBe(key);
});

it.each([
  ['gpu-80gb-700w', 'H100 SXM'],
  ['gpu-16gb-70w', 'Tesla T4'],
  ['gpu-192gb-1000w', 'B200'],
  ['gpu-24gb-70w', 'L4'],
  ['gpu-700w', 'H100 SXM / H200 SXM'],
  ['gpu-141gb', 'H200 SXM'],
  ['gpu-48gb-300w', 'A40 / RTX 6000 Ada / RTX A6000'],
  ['gpu-7gb-300w', 'gpu-7gb-300w'],
  ['gpu', 'gpu'],
  ['something else', 'something else'],
  ['', ''],
])('the display name of %j is %j', (key, name) => {
  expect(gpuDisplayName(key)).toBe(name);
});

it.each([
  [{ gpu_utilization_avg: 40 }, 'gpu'],
  [{ gpu_memory_mb_max: 4000 }, 'gpu'],
  [{ gpu_power_limit_w: 400 }, 'gpu-400w'],
  [{ gpu_memory_total_mb: 40_960, gpu_power_limit_w: 400 }, 'gpu-40gb-400w'],
  [{ gpu_power_w_avg: 200 }, null],
  [{ gpu_utilization_max: 40 }, null],
  [{ gpu_utilization_avg: null }, null],
  [{ cpu_percent_avg: 40 }, null],
])('a job that consumed %j has the class %j', (consumption, key) => {
  expect(jobOf({ resource_consumption: consumption }).gpuClass).toBe(key);
});
