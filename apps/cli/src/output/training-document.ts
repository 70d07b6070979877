import { FORMAT_VERSION, type Training } from '@prm/model';
import type { TrainingDocument } from '../documents.ts';

/** The document `prm/training`. */
export function trainingDocument({ models, quality, passedOver }: Training, out: string): TrainingDocument {
  const workflows = models.map((model): [string, TrainingDocument['workflows'][string]] => [
    model.key,
    {
      runs: model.runs.total,
      partial_runs: model.runs.partial,
      steps: Object.keys(model.steps).length,
      pipelines: Object.keys(model.pipelines),
    },
  ]);
  return {
    format: 'prm/training',
    format_version: FORMAT_VERSION,
    out,
    workflows: Object.fromEntries(workflows),
    quality,
    passed_over: passedOver,
  };
}
