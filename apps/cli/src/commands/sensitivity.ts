import { choosePipeline, findWorkflow, openRegistry } from '@prm/model';
import { type SensitivityReport, sensitivityReport } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { sensitivityTable } from '../output/sensitivity-table.ts';

export class SensitivityCommand extends PrmCommand {
  static override paths = [['sensitivity']];
  static override usage = Command.Usage({
    category: 'Models',
    description: 'Tell which steps depend on the input size',
    examples: [['Which steps need more for larger inputs', '$0 sensitivity models/ somatic']],
  });

  models = Option.String({ name: 'models' });
  workflow = Option.String({ name: 'workflow' });
  pipeline = Option.String('--pipeline', { description: 'Steps of this pipeline alone' });

  async work(): Promise<ExitCode> {
    const { model, pipeline } = findWorkflow(openRegistry(this.models), this.workflow);
    const wanted = this.pipeline ?? pipeline;
    const report = sensitivityReport(model, wanted === null ? null : choosePipeline(model, wanted));
    return this.print(report, () => this.#text(report));
  }

  #text(report: SensitivityReport): string {
    const table = sensitivityTable(report);
    return [
      this.colors.bold(report.workflow),
      '',
      this.table(table.columns, table.rows),
      '',
      this.colors.dim(
        'R2: share of the variation that the fit foretells for jobs it has not seen; rank: Spearman',
      ),
    ].join('\n');
  }
}
