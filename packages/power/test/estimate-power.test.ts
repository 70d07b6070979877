import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimatePowerW } from '../src/estimate-power.ts';

const use = { cpu_percent_avg: 50, memory_rss_mb_avg: 2048, gpu_power_w_avg: 30 };

it('processor by its load, card as measured, 0.375 W a GB of memory', () => {
  expect(estimatePowerW(use)).toBe(50 + 30 + 0.75);
  expect(estimatePowerW(use, { cpuTdpW: 200 })).toBe(100 + 30 + 0.75);
});

it('one busy core is full load, and no load is less than none', () => {
  expect(estimatePowerW({ cpu_percent_avg: 780 })).toBe(100);
  expect(estimatePowerW({ cpu_percent_avg: -5 })).toBe(0);
});

it('idle and loaded stand for the processor when both are known, and only then', () => {
  expect(estimatePowerW({ cpu_percent_avg: 50 }, { cpuTdpW: 180, idleW: 60, loadedW: 210 })).toBe(135);
  expect(estimatePowerW({}, { idleW: 60, loadedW: 210 })).toBe(60);
  expect(estimatePowerW({ cpu_percent_avg: 50 }, { cpuTdpW: 180, idleW: 60, loadedW: null })).toBe(90);
  expect(estimatePowerW({ cpu_percent_avg: 50 }, { cpuTdpW: 180, loadedW: 210 })).toBe(90);
});

it('a processor of 0 W is one, an unknown one has 100 W', () => {
  expect(estimatePowerW({ cpu_percent_avg: 100 }, { cpuTdpW: 0 })).toBe(0);
  expect(estimatePowerW({ cpu_percent_avg: 100 }, { cpuTdpW: null })).toBe(100);
});

it('what is missing or no finite number draws nothing', () => {
  expect(estimatePowerW({})).toBe(0);
  const odd = { cpu_percent_avg: Number.NaN, memory_rss_mb_avg: '2048', gpu_power_w_avg: null };
  expect(estimatePowerW(odd)).toBe(0);
  expect(estimatePowerW({ ...use, cpu_percent_avg: Number.POSITIVE_INFINITY })).toBe(30.75);
});

it('more use never draws less', () => {
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(amount, amount, amount, amount, (cpu, memory, card, more) => {
      const before = estimatePowerW({
        cpu_percent_avg: cpu,
        memory_rss_mb_avg: memory,
        gpu_power_w_avg: card,
      });
      const after = {
        cpu_percent_avg: cpu + more,
        memory_rss_mb_avg: memory + more,
        gpu_power_w_avg: card + more,
      };
      expect(estimatePowerW(after)).toBeGreaterThanOrEqual(before);
    }),
  );
});
