import { parseInputSize } from '@prm/ingest/units';
import { openRegistry } from '@prm/model';
import { type Recommendations, recommend, sizeText } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { evidenceLines, recommendationTable } from '../output/recommendation-table.ts';
import { withModels } from '../settings/operands.ts';

export class RecommendCommand extends PrmCommand {
  static override paths = [['recommend']];
  static operands = 'MODELS WORKFLOW';
  static override usage = Command.Usage({
    category: 'Predictions',
    description: 'Say which requirements to raise or lower',
    details: `
      Compares what the jobs of each step ask for with what they used: memory with 1.3 times the predicted peak, time
      with 1.5 times the prediction, cores with 1.3 times the 95th percentile of use. Without an input size the advice
      holds for all sizes seen. Given the name of a pipeline, its steps alone.
    `,
    examples: [
      ['What to change', '$0 recommend models/ somatic --changes-only'],
      ['For inputs of 50 GB', '$0 recommend models/ tumor_only --input-size 50gb'],
    ],
  });

  words = Option.Rest({ name: 'models' });
  pipeline = Option.String('--pipeline', { description: 'Steps of this pipeline alone' });
  size = Option.String('--input-size', { description: 'Advice for inputs of this size, such as 50gb' });
  changesOnly = Option.Boolean('--changes-only', false, { description: 'Leave out what can stay as it is' });

  async work(): Promise<ExitCode> {
    const inputSizeBytes = this.size === undefined ? null : parseInputSize(this.size);
    const { models, operands } = withModels(this.words, ['WORKFLOW'], this.settings);
    const advice = recommend(openRegistry(models), operands[0] as string, {
      inputSizeBytes,
      pipeline: this.pipeline ?? null,
      changesOnly: this.changesOnly,
    });
    return this.print(advice, () => this.#text(advice));
  }

  #text(advice: Recommendations): string {
    const table = recommendationTable(advice);
    const what = advice.pipeline ?? advice.workflow;
    const size =
      advice.input_size_bytes === null
        ? 'all input sizes seen'
        : `input ${sizeText(advice.input_size_bytes)}`;
    const title = this.heading(`${what}, ${size}`);
    if (table.rows.length === 0) return `${title}\n\nNothing to change.`;
    const evidence = this.wrap(evidenceLines(advice));
    return [title, '', this.table(table.columns, table.rows), '', ...evidence].join('\n');
  }
}
