/** The member of a record under a name that may be anything, `constructor` too; undefined when it has none of its own. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
