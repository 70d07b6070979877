import { FORMAT_VERSION, openRegistry } from '@prm/model';
import { type Prediction, type PredictOptions, predictRun } from '@prm/predict';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { PredictionsDocument } from '../documents.ts';
import { environmentOf } from '../environment.ts';
import type { ExitCode } from '../exit-codes.ts';
import { formOfFiles, inputSizes } from '../input-size.ts';
import { boundsTable } from '../output/bounds-text.ts';
import { alerts, shiftNotes } from '../output/prediction-notes.ts';
import {
  comparisonTables,
  largestLine,
  metricTable,
  predictionLegend,
  predictionTable,
  predictionTitle,
  samplesText,
  timelineTable,
  totalsLines,
} from '../output/prediction-text.ts';
import type { TableContent } from '../output/table.ts';
import { givenSamples } from '../sample-sheet.ts';
import { withModels } from '../settings/operands.ts';
import { UsageFault } from '../usage-fault.ts';

export class PredictCommand extends PrmCommand {
  static override paths = [['predict']];
  static operands = 'MODELS WORKFLOW';
  static override usage = Command.Usage({
    category: 'Predictions',
    description: 'Predict the resources and the time of a run from its input size',
    details: `
      The input size is that of the largest input of the run: 50gb, 1.5TB, 200MiB (powers of 1024), or bytes. It can also
      be read off files with \`--input\`. The workflow is a key that \`prm workflows\` lists, or the name of a pipeline.

      A cohort: \`--samples\` says how many samples the run has, and the input size is that of the largest; or it is a file
      with the size of each, one a line, alone or after a name and a tab. Without it the usual number holds.
    `,
    examples: [
      ['A run of 50 GB', '$0 predict models/ tumor_only --input-size 50gb'],
      ['One of several pipelines', '$0 predict models/ somatic --pipeline tumor_only --input-size 50gb'],
      ['Two sizes', '$0 predict models/ tumor_only --input-size 20gb --input-size 50gb'],
      ['24 samples of up to 60 GB', '$0 predict models/ joint_calling --samples 24 --input-size 60gb'],
      ['Samples of listed sizes', '$0 predict models/ joint_calling --samples sheet.tsv'],
      ['The size of files', '$0 predict models/ tumor_only --input tumor.bam'],
      ['On one kind of node', '$0 predict models/ tumor_only --input-size 5gb --environment partition=c2'],
      ['With the timeline and all metrics', '$0 predict models/ tumor_only --input-size 50gb --full'],
    ],
  });

  words = Option.Rest({ name: 'models' });
  sizes = Option.Array('--input-size', [], {
    description: 'Size of the largest input, such as 50gb; can be repeated',
  });
  files = Option.Array('--input', [], {
    description: 'A file whose size counts; can be repeated, sizes are summed',
  });
  samples = Option.String('--samples', {
    description: 'Number of samples, or a file with a size a line',
  });
  pipeline = Option.String('--pipeline', { description: 'Pipeline whose schedule to predict' });
  full = Option.Boolean('--full', false, {
    description: 'Show every metric and bound too, and draw the timeline',
  });
  gpuClass = Option.String('--gpu-class', { description: 'Class of GPU to predict for' });
  inputForm = Option.String('--input-form', {
    description: 'Form of the input, such as fastq.gz (default: that of --input, or the commonest)',
  });
  environment = Option.Array('--environment', [], {
    description: 'Where it runs, such as partition=c2; one for each dimension',
  });

  async work(): Promise<ExitCode> {
    const { models, operands } = withModels(this.words, ['WORKFLOW'], this.settings);
    const asked = this.#asked();
    const registry = openRegistry(models);
    const predictions = asked.map((sizes) =>
      predictRun(registry, operands[0] as string, {
        ...sizes,
        pipeline: this.pipeline ?? null,
        gpuClass: this.gpuClass ?? null,
        environment: environmentOf(this.environment),
        inputForm: this.inputForm ?? formOfFiles(this.files),
      }),
    );
    for (const message of predictions[0] ? alerts(predictions[0]) : []) this.warn(message);
    const document: Prediction | PredictionsDocument | undefined =
      predictions.length === 1
        ? predictions[0]
        : { format: 'prm/predictions', format_version: FORMAT_VERSION, predictions };
    return this.print(document, () => this.#text(predictions));
  }

  /** What is to be predicted: a run for each input size, or one of listed samples. */
  #asked(): Pick<PredictOptions, 'inputSizeBytes' | 'samples'>[] {
    const sizes = inputSizes(this.sizes, this.files);
    const samples = this.samples === undefined ? null : givenSamples(this.samples);
    if (Array.isArray(samples)) {
      if (sizes.length === 0) return [{ samples }];
      throw new UsageFault('--samples FILE holds the sizes: it goes without --input-size and --input');
    }
    if (sizes.length === 0) {
      throw new UsageFault('predict needs --input-size (such as 50gb), --input FILE or --samples FILE');
    }
    return sizes.map((inputSizeBytes) => ({ inputSizeBytes, samples }));
  }

  #text(predictions: readonly Prediction[]): string {
    if (predictions.length > 1 && !this.full) return this.#sideBySide(predictions);
    return predictions.map((prediction) => this.#one(prediction)).join('\n\n');
  }

  /** Several sizes: a column for each. */
  #sideBySide(predictions: readonly Prediction[]): string {
    const tables = comparisonTables(predictions, this.width);
    const [first] = predictions as [Prediction, ...Prediction[]];
    const samples = samplesText(first);
    const title = `${first.pipeline ?? first.workflow}${samples === '' ? '' : `, ${samples}`}`;
    return [
      this.heading(title),
      '',
      ...tables.map(({ columns, rows }) => `${this.table(columns, rows)}\n`),
      ...this.#legend(predictions, tables),
    ].join('\n');
  }

  #one(prediction: Prediction): string {
    const tables = [predictionTable(prediction, this.width)];
    if (this.full) {
      const more = [metricTable(prediction), boundsTable(prediction), timelineTable(prediction, this.width)];
      tables.push(...more.filter((table) => table !== null));
    }
    const names = prediction.pipelines.join(', ');
    const whole =
      prediction.totals === null
        ? [`No timeline: choose one of its pipelines with --pipeline: ${names}`]
        : totalsLines(prediction);
    const largest = largestLine(prediction);
    return [
      this.heading(predictionTitle(prediction)),
      '',
      ...tables.map(({ columns, rows }) => `${this.table(columns, rows)}\n`),
      ...this.wrap([...whole, ...(largest === null ? [] : [largest]), ...shiftNotes(prediction)]),
      ...this.#legend([prediction], tables),
    ].join('\n');
  }

  #legend(predictions: readonly Prediction[], tables: readonly TableContent[]): string[] {
    return predictionLegend(predictions, tables).map((line) => this.dimmed(line));
  }
}
