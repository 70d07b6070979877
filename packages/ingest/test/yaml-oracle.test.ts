import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { canonicalJson, IngestError } from '../src/index.ts';
import { readYamlDocument } from '../src/source/yaml-document.ts';
import { isMapping } from '../src/text/scalars.ts';
import { contentOf, limits } from './support.ts';

/** See oracle/make_yaml.py for what the members mean. */
interface OracleCase {
  readonly name: string;
  readonly yaml: string;
  readonly pyyaml?: unknown;
  readonly refused?: string;
  readonly ours?: unknown;
  readonly why?: string;
}

const load = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`oracle/${name}`, import.meta.url), 'utf8'));
const { cases } = load('yaml.json') as { cases: OracleCase[] };
const { dumps } = load('yaml-dumps.json') as { dumps: { yaml: string; json: unknown }[] };
const alike = cases.filter((one) => one.ours === undefined);
const unlike = cases.filter((one) => one.ours !== undefined);

/** What our reader makes of a text; the code of the error it gives. */
function outcomeOf(yaml: string): unknown {
  try {
    return contentOf(readYamlDocument(Buffer.from(yaml), limits(), { timelines: true }));
  } catch (error) {
    if (error instanceof IngestError) return error.code;
    throw error;
  }
}

/** JSON has no infinities: they are written out by name. Python's integer -0 is 0. */
function plain(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $float: String(value).toLowerCase().replace('infinity', 'inf') };
  }
  if (Array.isArray(value)) return value.map(plain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

function expectedOf({ pyyaml, refused, yaml }: OracleCase): unknown {
  if (refused !== undefined)
    return /^(?:---|\.\.\.)/m.test(yaml) ? 'ingest/several-documents' : 'ingest/not-parsable';
  if (pyyaml === null) return {};
  return isMapping(pyyaml) ? pyyaml : 'ingest/not-a-mapping';
}

it.each(alike)('as PyYAML: $name', (one) => {
  expect(plain(outcomeOf(one.yaml))).toEqual(plain(expectedOf(one)));
});

it.each(unlike)('unlike PyYAML ($why): $name', ({ yaml, ours }) => {
  const outcome = plain(outcomeOf(yaml));
  if (ours !== 'accepted') expect(outcome).toEqual(ours);
});

it('the oracle is large enough to mean something', () => {
  expect(alike.length).toBeGreaterThanOrEqual(300);
  expect(dumps.length).toBeGreaterThanOrEqual(400);
});

it('what yaml.dump writes of random mappings is read back', () => {
  for (const { yaml, json } of dumps) expect(canonicalJson(outcomeOf(yaml)), yaml).toBe(canonicalJson(json));
});

it('what yaml.dump writes is read back with Windows line ends too', () => {
  for (const { yaml, json } of dumps) {
    expect(canonicalJson(outcomeOf(yaml.replaceAll('\n', '\r\n'))), yaml).toBe(canonicalJson(json));
  }
});
