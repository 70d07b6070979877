import { openRegistry } from '@prm/model';
import { type SensitivityReport, sensitivityReport } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { SensitivitiesDocument } from '../documents.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneOrAll } from '../one-or-all.ts';
import { sensitivityTable } from '../output/sensitivity-table.ts';
import { withModels } from '../settings/operands.ts';
import { chosenModels } from './chosen-models.ts';

export class SensitivityCommand extends PrmCommand {
  static override paths = [['sensitivity']];
  static operands = 'MODELS [WORKFLOW]';
  static override usage = Command.Usage({
    category: 'Models',
    description: 'Tell which steps depend on the input size',
    examples: [['Which steps need more for larger inputs', '$0 sensitivity models/ somatic']],
  });

  words = Option.Rest({ name: 'models' });
  pipeline = Option.String('--pipeline', { description: 'Steps of this pipeline alone' });

  async work(): Promise<ExitCode> {
    const { models, operands } = withModels(this.words, ['WORKFLOW?'], this.settings);
    const chosen = chosenModels(openRegistry(models), operands[0], this.pipeline);
    const reports = chosen.map(({ model, pipeline }) => sensitivityReport(model, { pipeline }));
    const document: SensitivityReport | SensitivitiesDocument = oneOrAll(reports, 'prm/sensitivities');
    return this.print(document, () => reports.map((report) => this.#text(report)).join('\n\n'));
  }

  #text(report: SensitivityReport): string {
    const table = sensitivityTable(report);
    return [
      this.heading(report.workflow),
      '',
      this.table(table.columns, table.rows),
      '',
      this.dimmed(
        'R2: share of the variation that the fit foretells for jobs it has not seen, below 0 where their mean would foretell more; rank: Spearman',
      ),
    ].join('\n');
  }
}
