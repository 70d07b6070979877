import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aJob, aRun } from '@prm/testing';
import { onTestFinished } from 'vitest';
import type { WorkflowModel } from '../src/format/workflow-model.ts';
import type { RegistryContent } from '../src/registry/write-registry.ts';
import { modelOf } from './training.ts';

/** A new folder, gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'prm-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A model under any key; of different `seconds` the content differs. */
export async function aModel(key: string, seconds = 60): Promise<WorkflowModel> {
  const run = aRun({ pipeline: 'p', jobs: [aJob({ durationSeconds: seconds })] });
  return { ...(await modelOf([run])), key };
}

export function contentOf(models: readonly WorkflowModel[]): RegistryContent {
  return {
    models,
    index: {
      format: 'prm/registry',
      format_version: '1.0',
      options: { identity_mode: 'module', method: 'robust', min_step_samples: 1, min_workflow_runs: 1 },
      quality: {
        n_documents: 1,
        n_not_runs: 0,
        n_duplicate_ids: 0,
        n_passed_over: 0,
        skipped: [],
        notes: [],
        n_runs: 1,
        n_merged_dumps: 0,
        n_unnamed_runs: 0,
        workflows_left_out: [],
      },
    },
  };
}
