import { openRegistry } from '@prm/model';
import { type EnvironmentReport, environmentReport } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { EnvironmentReportsDocument } from '../documents.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneOrAll } from '../one-or-all.ts';
import { environmentTable } from '../output/environment-table.ts';
import { withModels } from '../settings/operands.ts';
import { chosenModels } from './chosen-models.ts';

export class EnvironmentsCommand extends PrmCommand {
  static override paths = [['environments']];
  static operands = 'MODELS [WORKFLOW]';
  static override usage = Command.Usage({
    category: 'Models',
    description: 'Tell how much steps differ between the places where they ran',
    details: `
      A place is what a run records of where it took place: its partition, its type of server, its queue system, its
      profile. Those are listed that make a difference; \`prm predict --environment partition=c2\` predicts for one.
    `,
    examples: [['Factors of the places seen', '$0 environments models/ somatic']],
  });

  words = Option.Rest({ name: 'models' });
  pipeline = Option.String('--pipeline', { description: 'Steps of this pipeline alone' });

  async work(): Promise<ExitCode> {
    const { models, operands } = withModels(this.words, ['WORKFLOW?'], this.settings);
    const chosen = chosenModels(openRegistry(models), operands[0], this.pipeline);
    const reports = chosen.map(({ model, pipeline }) => environmentReport(model, { pipeline }));
    const document: EnvironmentReport | EnvironmentReportsDocument = oneOrAll(
      reports,
      'prm/environment-reports',
    );
    return this.print(document, () => reports.map((report) => this.#text(report)).join('\n\n'));
  }

  #text(report: EnvironmentReport): string {
    const table = environmentTable(report);
    const title = this.heading(report.workflow);
    if (table.rows.length === 0) return `${title}\n\nNo place makes a difference that shows in its runs.`;
    const legend = 'factor: time as a multiple of that of the mix seen in training';
    return [title, '', this.table(table.columns, table.rows), '', this.dimmed(legend)].join('\n');
  }
}
