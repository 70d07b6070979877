import { aJob, aRun } from '@prm/testing';
import { expect, it } from 'vitest';
import { parseModel, stringifyModel } from '../src/format/parse-model.ts';
import { stripProvenance } from '../src/format/strip-provenance.ts';
import { modelOf } from './training.ts';

const SECRET = 'jdoe';

async function secretive() {
  return modelOf([
    aRun({
      id: `${SECRET}-run`,
      pipeline: 'germline',
      module: `/home/${SECRET}/registry/${SECRET}-lab/clinic:2`,
      metadata: { profile: `${SECRET}-profile`, run_name: SECRET },
      jobs: [aJob({ id: `${SECRET}1` }), aJob({ id: `${SECRET}2`, snippet: null })],
    }),
  ]);
}

it('module paths, profiles and references to runs and jobs are taken out', async () => {
  const stripped = stripProvenance(await secretive());
  expect(stripped.provenance).toMatchObject({ module_paths: [], profiles: [], pipeline_names: ['germline'] });
  expect(stripped.quality.references).toEqual({});
});

it("nothing is left that names a user or a group: a registry's namespace is one", async () => {
  expect(stringifyModel(stripProvenance(await secretive()))).not.toContain(SECRET);
});

it('all that was learned stays, and the model can still be read', async () => {
  const model = await secretive();
  const stripped = stripProvenance(model);
  expect(parseModel(stringifyModel(stripped))).toMatchObject({
    key: model.key,
    steps: model.steps,
    pipelines: model.pipelines,
    runs: model.runs,
  });
});

it('the model itself is not changed', async () => {
  const model = await secretive();
  const before = stringifyModel(model);
  stripProvenance(model);
  expect(stringifyModel(model)).toBe(before);
});

it('members that a newer version added to the provenance are taken out with it, as they may hold anything', async () => {
  const model = await secretive();
  const newer = { ...model, provenance: { ...model.provenance, submitted_by: [SECRET] } };
  expect(stringifyModel(stripProvenance(newer)).includes(`"submitted_by":["${SECRET}"]`)).toBe(false);
});
