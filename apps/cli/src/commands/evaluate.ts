import { type Evaluation, evaluateRun } from '@prm/evaluate';
import { readRun } from '@prm/ingest';
import { openRegistry } from '@prm/model';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { evaluationTable, evaluationTitle } from '../output/evaluation-text.ts';
import { limitsOf } from '../settings/limits.ts';
import { withModels } from '../settings/operands.ts';
import { UsageFault } from '../usage-fault.ts';

export class EvaluateCommand extends PrmCommand {
  static override paths = [['evaluate']];
  static operands = 'MODELS RUN';
  static override usage = Command.Usage({
    category: 'Runs',
    description: 'Grade a finished run against what its workflow usually takes',
    details: `
      Every completed job is compared with the prediction for its own input size. A job is flagged when its time or its
      peak memory is far above. With \`--fail-on\` the command ends with 3 when the run is flagged, or slow.
    `,
    examples: [
      ['One run', '$0 evaluate models/ logs/RUN/pipeline_runtime.yaml'],
      ['As a gate', '$0 evaluate models/ run.json --fail-on slow'],
    ],
  });

  words = Option.Rest({ name: 'models' });
  failOn = Option.String('--fail-on', { description: 'End with 3 when the run is: flagged or slow' });

  async work(): Promise<ExitCode> {
    const { settings, failOn } = this;
    if (failOn !== undefined && failOn !== 'flagged' && failOn !== 'slow') {
      throw new UsageFault(`--fail-on is ${JSON.stringify(failOn)}, expected flagged or slow`);
    }
    const { models, operands } = withModels(this.words, ['RUN'], settings);
    const registry = openRegistry(models);
    const run = await readRun(operands[0] as string, { limits: limitsOf(settings) });
    const evaluation = evaluateRun(registry, run);
    const isSlow = evaluation.verdict === 'slow';
    const trips =
      failOn === 'slow' ? isSlow : failOn === 'flagged' && (isSlow || evaluation.flagged_steps.length > 0);
    return this.print(evaluation, () => this.#text(evaluation), trips ? EXIT.gate : EXIT.done);
  }

  #text(evaluation: Evaluation): string {
    const table = evaluationTable(evaluation);
    const lines = [this.heading(evaluationTitle(evaluation)), '', ...this.wrap(evaluation.words)];
    return table.rows.length === 0
      ? lines.join('\n')
      : [...lines, '', this.table(table.columns, table.rows)].join('\n');
  }
}
