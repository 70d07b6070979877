import { openRegistry } from '@prm/model';
import { type GpuReport, gpuReport } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { GpuReportsDocument } from '../documents.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneOrAll } from '../one-or-all.ts';
import { gpuTable } from '../output/gpu-table.ts';
import { withModels } from '../settings/operands.ts';
import { chosenModels } from './chosen-models.ts';

export class GpuCommand extends PrmCommand {
  static override paths = [['gpu']];
  static operands = 'MODELS [WORKFLOW]';
  static override usage = Command.Usage({
    category: 'Models',
    description: 'Tell how much steps differ between classes of GPU',
    examples: [['Factors of the classes seen', '$0 gpu models/ somatic']],
  });

  words = Option.Rest({ name: 'models' });
  pipeline = Option.String('--pipeline', { description: 'Steps of this pipeline alone' });

  async work(): Promise<ExitCode> {
    const { models, operands } = withModels(this.words, ['WORKFLOW?'], this.settings);
    const chosen = chosenModels(openRegistry(models), operands[0], this.pipeline);
    const reports = chosen.map(({ model, pipeline }) => gpuReport(model, { pipeline }));
    const document: GpuReport | GpuReportsDocument = oneOrAll(reports, 'prm/gpu-reports');
    return this.print(document, () => reports.map((report) => this.#text(report)).join('\n\n'));
  }

  #text(report: GpuReport): string {
    const table = gpuTable(report);
    const title = this.heading(report.workflow);
    if (table.rows.length === 0) return `${title}\n\nNo step was seen on a GPU.`;
    const legend =
      'factor: time as a multiple of the prediction from the size; card: a guess from memory and power';
    return [title, '', this.table(table.columns, table.rows), '', this.dimmed(legend)].join('\n');
  }
}
