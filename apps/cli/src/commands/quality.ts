import { openRegistry } from '@prm/model';
import { qualityReport } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { QualityDocument } from '../documents.ts';
import type { ExitCode } from '../exit-codes.ts';
import { indexQualityLines, workflowQualityLines } from '../output/quality-text.ts';
import { withModels } from '../settings/operands.ts';
import { chosenModels } from './chosen-models.ts';

export class QualityCommand extends PrmCommand {
  static override paths = [['quality']];
  static operands = 'MODELS [WORKFLOW]';
  static override usage = Command.Usage({
    category: 'Models',
    description: 'Tell what was lost between the runs and the models',
    examples: [
      ['All workflows', '$0 quality models/'],
      ['One of them', '$0 quality models/ somatic'],
    ],
  });

  words = Option.Rest({ name: 'models' });
  pipeline = Option.String('--pipeline', { description: 'This pipeline and its steps alone' });

  async work(): Promise<ExitCode> {
    const { models: folder, operands } = withModels(this.words, ['WORKFLOW?'], this.settings);
    const registry = openRegistry(folder);
    const chosen = chosenModels(registry, operands[0], this.pipeline);
    const models = chosen.map(({ model }) => model);
    const report = qualityReport(models, {
      pipeline: chosen.length === 1 ? (chosen[0]?.pipeline ?? null) : null,
    });
    const document: QualityDocument = { ...report, documents: registry.index.quality };
    return this.print(document, () => {
      const workflows = report.workflows.map((workflow) => {
        const [title, ...lines] = workflowQualityLines(workflow);
        return [this.heading(title ?? ''), ...this.wrap(lines)].join('\n');
      });
      return [this.wrap(indexQualityLines(registry.index)).join('\n'), ...workflows].join('\n\n');
    });
  }
}
