import fc from 'fast-check';

/**
 * Keys of JSON objects, but no key of one character that JSON escapes: once JSON.parse of Node 24 (V8 13.6) has read
 * the key `\\`, it takes such a key for the same.
 */
export const jsonKey: fc.Arbitrary<string> = fc
  .string({ unit: 'grapheme' })
  .filter((key) => key.length !== 1 || JSON.stringify(key).length === 3);

/** Any JSON value. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 1e21, 1e-7),
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(jsonKey, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const number = fc.constantFrom<unknown>(0, 1, 0.5, -1, 3600, 1e12, Number.NaN, null, '5', true);
const stamp = fc.constantFrom<unknown>(
  '2026-05-04T10:00:00',
  '2026-05-04T10:00:00.000001',
  '2026-05-04T11:00:00',
  '2026-05-04T12:00:00+01:00',
  '2026-05-05T10:00:00',
  'soon',
  '',
  null,
);
const command = fc.constantFrom(
  'pype snippets align --input a.fq.gz b.fa -o out/a.bam',
  'pype snippets --log /l align --input a',
  'pype snippets --log /l align --input b',
  'PYPE_MODULES=/m pype snippets --log /l call',
  'sleep 1',
  '',
);
const consumption = fc.dictionary(
  fc.constantFrom(
    'duration_seconds',
    'sample_count',
    'memory_rss_mb_max',
    'memory_rss_mb_avg',
    'cpu_percent_avg',
    'io_read_mb_s_avg',
    'gpu_utilization_avg',
    'gpu_power_limit_w',
    'cpu_tdp_w',
    'power_idle_w',
    'power_loaded_w',
  ),
  number,
);
const sizes = fc.dictionary(fc.constantFrom('input_size_bytes', 'output_size_bytes'), number);
const requirements = fc.record(
  {
    ncpu: fc.constantFrom<unknown>(1, '4', 'all'),
    mem: fc.constantFrom<unknown>('4gb', 16, '', '1,5gb'),
    time: fc.constantFrom<unknown>('01:00:00', 7200, 'UNLIMITED', 'soon'),
  },
  { requiredKeys: [] },
);
const status = fc.constantFrom('completed', 'completed', 'completed', 'failed', 'running', 'cancelled');

/** Ids of which several runs share some. */
const jobId: fc.Arbitrary<string> = fc.constantFrom(
  'A1',
  'B2',
  '0123456789',
  '12E5000000',
  'constructor',
  'é',
  '😀',
);

/** A job record with whatever may be odd in one. */
const jobRecord: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    command,
    status,
    name: fc.constantFrom('x', ''),
    submitted_at: stamp,
    started_at: stamp,
    completed_at: stamp,
    error_msg: fc.constantFrom('Job failed: Out of memory', 'Timeout', ''),
    resource_consumption: consumption,
    data_sizes: sizes,
    requirements,
    dependencies: fc.array(jobId, { maxLength: 3 }),
    previous_attempts: fc.array(
      fc.record({ status, resource_consumption: consumption, data_sizes: sizes }, { requiredKeys: [] }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['command'] },
);

/** A runtime mapping of a few jobs, or of none. */
export const runtimeMapping: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.dictionary(jobId, jobRecord, { maxKeys: 4, noNullPrototype: true }),
    fc.record(
      { pipeline_name: fc.constantFrom('p', 'q'), run_id: fc.constantFrom<unknown>(1, 'r', null) },
      { requiredKeys: [] },
    ),
  )
  .map(([jobs, metadata]) => ({ ...jobs, __pipeline_metadata__: metadata }));
