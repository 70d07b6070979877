/** A point of a timeline; minutes after 10:00 of 4 May 2026. */
export interface PointFacts {
  readonly minutes: number;
  readonly cpu?: unknown;
  readonly memGb?: unknown;
  readonly gpuW?: unknown;
}

const START = Date.UTC(2026, 4, 4, 10);

/** Local time without a zone, as Bio-Pype writes it. */
export function at(minutes: number): string {
  const micros = Math.round(minutes * 60e6);
  const text = new Date(START + Math.floor(micros / 1e6) * 1000).toISOString().slice(0, 19);
  const rest = ((micros % 1e6) + 1e6) % 1e6;
  return rest === 0 ? text : `${text}.${String(rest).padStart(6, '0')}`;
}

function aPoint({ minutes, cpu, memGb, gpuW }: PointFacts): Record<string, unknown> {
  return {
    t: at(minutes),
    ...(cpu === undefined ? {} : { cpu }),
    ...(memGb === undefined ? {} : { mem_gb: memGb }),
    ...(gpuW === undefined ? {} : { gpu_w: gpuW }),
  };
}

/** A job record with a timeline, and what its monitor summed up. */
export function aRecord(
  points: readonly (PointFacts | Record<string, unknown>)[],
  consumption: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    command: 'pype --profile base snippets --log /logs/x align',
    resource_timeline: points.map((point) => ('minutes' in point ? aPoint(point as PointFacts) : point)),
    resource_consumption: consumption,
  };
}
