import { compareText, type WorkflowModel } from '@prm/model/format';

/** Places that make a difference to any step of a workflow: classes by dimension, sorted. */
export function knownPlaces({ steps }: WorkflowModel): Map<string, string[]> {
  const places = new Map<string, Set<string>>();
  for (const { environments = {} } of Object.values(steps)) {
    for (const [dimension, classes] of Object.entries(environments)) {
      const known = places.get(dimension) ?? new Set();
      places.set(dimension, known);
      for (const name of Object.keys(classes)) known.add(name);
    }
  }
  return new Map(
    [...places]
      .sort(([a], [b]) => compareText(a, b))
      .map(([dimension, classes]) => [dimension, [...classes].sort(compareText)]),
  );
}
