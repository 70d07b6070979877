import { readRunWithRecords } from '@prm/ingest';
import { parseInputSize } from '@prm/ingest/units';
import { openRegistry } from '@prm/model';
import { type PowerCurve, type PowerDocument, predictPowerCurve, runPowerCurve } from '@prm/power';
import { predictRun } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import { environmentOf } from '../environment.ts';
import type { ExitCode } from '../exit-codes.ts';
import { powerLines, powerTable } from '../output/power-text.ts';
import { alerts } from '../output/prediction-notes.ts';
import { limitsOf } from '../settings/limits.ts';
import type { GivenOptions } from '../settings/load-settings.ts';
import { withModels } from '../settings/operands.ts';
import { UsageFault } from '../usage-fault.ts';
import { writeText } from '../write-text.ts';

/** More bins than this are drawn, and not listed. */
const MOST_LISTED = 48;

export class PowerCommand extends PrmCommand {
  static override paths = [['power']];
  static operands = '[MODELS WORKFLOW]';
  static override usage = Command.Usage({
    category: 'Runs',
    description: 'Draw the power of a predicted or a recorded run over time',
    details: `
      For a predicted run: the folder of models, the workflow and \`--input-size\`. For a recorded one: \`--run FILE\`; its
      curve equals that of Bio-Pype's own estimate. Power is summed over jobs: it is not what a node draws.
    `,
    examples: [
      ['A predicted run', '$0 power models/ tumor_only --input-size 50gb'],
      ['In bins of an hour', '$0 power models/ tumor_only --input-size 50gb --bin-minutes 60'],
      ['A recorded run', '$0 power --run logs/RUN/pipeline_runtime.yaml'],
      ['As a picture, with its carbon', '$0 power --run run.json --svg power.svg --carbon-intensity 250'],
    ],
  });

  words = Option.Rest({ name: 'models' });
  run = Option.String('--run', { description: 'A recorded run instead of a predicted one' });
  size = Option.String('--input-size', { description: 'Size of the largest input, such as 50gb' });
  pipeline = Option.String('--pipeline', { description: 'Pipeline whose schedule to predict' });
  gpuClass = Option.String('--gpu-class', { description: 'Class of GPU to predict for' });
  environment = Option.Array('--environment', [], {
    description: 'Where it runs, such as partition=c2; one for each dimension',
  });
  binMinutes = Option.String('--bin-minutes', { description: 'Width of a bin (default 30)' });
  carbonIntensity = Option.String('--carbon-intensity', { description: 'gCO2e a kWh: adds a total of CO2' });
  svg = Option.String('--svg', { description: 'Write the curve as a picture too' });

  protected override get given(): GivenOptions {
    return { bin_minutes: this.binMinutes, carbon_intensity: this.carbonIntensity };
  }

  async work(): Promise<ExitCode> {
    const curve = this.run === undefined ? this.#predicted() : await this.#recorded(this.run);
    for (const { message } of curve.warnings) this.warn(message);
    if (this.svg !== undefined) {
      const { powerSvg } = await import('../output/power-svg.ts');
      writeText(this.svg, powerSvg(curve));
    }
    return this.print(curve, () => this.#text(curve));
  }

  #predicted(): PowerCurve<number> {
    const { settings } = this;
    const { models, operands } = withModels(this.words, ['WORKFLOW'], settings);
    if (this.size === undefined)
      throw new UsageFault('power needs --input-size (such as 50gb), or --run FILE');
    const prediction = predictRun(openRegistry(models), operands[0] as string, {
      inputSizeBytes: parseInputSize(this.size),
      pipeline: this.pipeline ?? null,
      gpuClass: this.gpuClass ?? null,
      environment: environmentOf(this.environment),
    });
    for (const message of alerts(prediction)) this.warn(message);
    return predictPowerCurve(prediction, {
      binMinutes: settings.bin_minutes.value,
      carbonIntensity: settings.carbon_intensity.value,
    });
  }

  async #recorded(path: string): Promise<PowerCurve<string>> {
    const { settings } = this;
    if (this.words.length > 0)
      throw new UsageFault('power takes either MODELS WORKFLOW or --run FILE, not both');
    const ofPredicted = {
      '--input-size': this.size,
      '--pipeline': this.pipeline,
      '--gpu-class': this.gpuClass,
      '--environment': this.environment[0],
    };
    const given = Object.entries(ofPredicted).find(([, value]) => value !== undefined);
    if (given)
      throw new UsageFault(`${given[0]} is for a predicted run: --run FILE is drawn as it was recorded`);
    const { records } = await readRunWithRecords(path, { limits: limitsOf(settings) });
    return runPowerCurve(records, {
      binMinutes: settings.bin_minutes.value,
      carbonIntensity: settings.carbon_intensity.value,
    });
  }

  #text(curve: PowerDocument): string {
    const [title, ...lines] = powerLines(curve, this.width);
    const isListed = curve.curve.length > 0 && curve.curve.length <= MOST_LISTED;
    const listed = isListed ? powerTable(curve) : null;
    const text = [this.heading(title ?? ''), '', ...lines];
    return listed === null
      ? text.join('\n')
      : [...text, '', this.table(listed.columns, listed.rows)].join('\n');
  }
}
