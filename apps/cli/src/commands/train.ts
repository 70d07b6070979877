import { type Training, type TrainingQuality, trainModels } from '@prm/model';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import { readExclusions } from '../exclusions.ts';
import type { ExitCode } from '../exit-codes.ts';
import { leftOutText } from '../output/left-out-text.ts';
import { printable } from '../output/printable.ts';
import { createProgress } from '../output/progress.ts';
import { shellWord } from '../output/shell-word.ts';
import { skippedLines } from '../output/skipped-lines.ts';
import { trainingDocument } from '../output/training-document.ts';
import { counted } from '../output/words.ts';
import { workflowTable } from '../output/workflow-table.ts';
import { limitsOf } from '../settings/limits.ts';
import type { GivenOptions } from '../settings/load-settings.ts';
import { UsageFault } from '../usage-fault.ts';

const MOST_NAMED = 20;

export class TrainCommand extends PrmCommand {
  static override paths = [['train']];
  static operands = 'SOURCE... --out DIR';
  static override usage = Command.Usage({
    category: 'Models',
    description: 'Learn one model a workflow from finished runs',
    details: `
      Reads Bio-Pype's runtime files (.json, .yaml, .yml, .ndjson, .jsonl, each also .gz) from files and folders, and
      writes one model a workflow into a folder. Safe to repeat, by hand and from cron: the same runs give the same
      files, a reader never meets a half-written folder, and of two trainings at once one waits.

      A document that cannot be read is reported and skipped. With \`--strict\` it ends the training instead, and the old
      models stay.

      What should not be learned from can be left out: with \`--exclude\` the runs, jobs and versions of steps that a file
      names, one a line (a run id, a job id or \`step@version\`; \`#\` begins a comment), with \`--since\` runs that were over
      before a date, and with \`--last\` all but the most recent runs of each workflow. The index tells what was left out.
    `,
    examples: [
      ['Train on a folder of runs', '$0 train dumps/ --out models/'],
      ['Keep the versions of a module apart', '$0 train dumps/ --out models/ --identity registry'],
      ['Of this year, 50 runs a workflow', '$0 train dumps/ --out models/ --since 2026-01-01 --last 50'],
      ['From cron: one line', '$0 train dumps/ --out models/ --quiet'],
    ],
  });

  sources = Option.Rest({ name: 'source', required: 1 });
  out = Option.String('--out', {
    description: 'Folder for the models (required); made when it is not there',
  });
  identity = Option.String('--identity', {
    description: 'What runs are gathered by: module (default), pipeline or registry',
  });
  method = Option.String('--method', {
    description: 'How models are learned: robust (default) or reference (least squares)',
  });
  minWorkflowRuns = Option.String('--min-workflow-runs', {
    description: 'Leave out workflows seen in fewer runs (default 1)',
  });
  minStepSamples = Option.String('--min-step-samples', {
    description: 'Leave out steps with fewer completed jobs (default 3)',
  });
  exclude = Option.String('--exclude', {
    description: 'File of run ids, job ids and step@version to learn nothing from, one a line',
  });
  since = Option.String('--since', {
    description: 'Leave out runs that were over before this date or time, such as 2026-01-31',
  });
  last = Option.String('--last', {
    description: 'Learn from so many runs of each workflow only, the most recent',
  });
  strict = Option.Boolean('--strict', false, {
    description: 'Fail at the first document that cannot be read',
  });
  quiet = Option.Boolean('--quiet', false, { description: 'Print one summary line' });

  protected override get given(): GivenOptions {
    return {
      models: this.out,
      identity: this.identity,
      method: this.method,
      min_workflow_runs: this.minWorkflowRuns,
      min_step_samples: this.minStepSamples,
      exclude: this.exclude,
      since: this.since,
      last: this.last,
    };
  }

  async work(): Promise<ExitCode> {
    const { settings } = this;
    const out = settings.models.value;
    if (!out) throw new UsageFault('train needs --out DIR, the folder for the models');
    const { value: exclude, from } = settings.exclude;
    const leaveOut = {
      ...(exclude === null ? {} : { exclude: readExclusions(exclude, from) }),
      ...(settings.since.value === null ? {} : { since: settings.since.value }),
      ...(settings.last.value === null ? {} : { last: settings.last.value }),
    };
    const progress = await createProgress(this.context.stderr, this.quiet || this.json);
    let training: Training;
    try {
      training = await trainModels(this.sources, {
        out,
        identity: settings.identity.value,
        method: settings.method.value,
        minWorkflowRuns: settings.min_workflow_runs.value,
        minStepSamples: settings.min_step_samples.value,
        ...leaveOut,
        strict: this.strict,
        limits: limitsOf(settings),
        onProgress: ({ phase, done, total }) => progress.update(phase, done, total),
      });
    } finally {
      progress.stop();
    }
    if (!this.json && !this.quiet) this.#tellSkipped(training);
    return this.print(trainingDocument(training, out), () =>
      this.quiet ? printable(this.#summary(training, out)) : this.#report(training, out),
    );
  }

  #tellSkipped({ quality }: Training): void {
    for (const line of skippedLines(quality.skipped, MOST_NAMED)) this.warn(line);
    for (const { path, reason } of quality.notes.slice(0, MOST_NAMED)) this.warn(`${path}: ${reason}`);
    const moreNotes = quality.notes.length - MOST_NAMED;
    if (moreNotes > 0) this.warn(`${counted(moreNotes, 'more note')}; --json lists all`);
  }

  #summary({ models, quality }: Training, out: string): string {
    const skipped = quality.skipped[0];
    const first = skipped ? ` (${skipped.path}: ${skipped.reason})` : '';
    const leftOut = this.#leftOut(quality);
    return (
      `trained ${counted(models.length, 'workflow')} from ${counted(quality.n_runs, 'run')} into ${out}; ` +
      `${counted(quality.n_documents, 'document')} read, ${quality.skipped.length} skipped${first}${leftOut === null ? '' : `; ${leftOut}`}`
    );
  }

  #leftOut(quality: TrainingQuality): string | null {
    const { since, last } = this.settings;
    return leftOutText(quality, { since: since.value, last: last.value });
  }

  #report({ models, quality }: Training, out: string): string {
    const counts = [
      counted(quality.n_runs, 'run'),
      `${counted(quality.n_merged_dumps, 'other dump')} of these`,
      `${quality.skipped.length} skipped`,
      `${quality.n_not_runs} without a job`,
    ];
    const lines = [
      `Trained ${counted(models.length, 'workflow')} into ${out}.`,
      `${counted(quality.n_documents, 'document')} read: ${counts.join(', ')}. ${counted(quality.n_passed_over, 'other file')} passed over.`,
    ];
    const leftOut = this.#leftOut(quality);
    if (leftOut !== null) lines.push(`Left out as asked: ${leftOut}.`);
    for (const { key, runs } of quality.workflows_left_out) {
      lines.push(`Left out: ${key}, seen in ${counted(runs, 'run')} only (--min-workflow-runs).`);
    }
    const table = workflowTable(models);
    const example = models[0]?.key ?? '';
    return `${this.wrap(lines).join('\n')}\n\n${this.table(table.columns, table.rows)}\n\nNext: prm predict ${shellWord(out)} ${shellWord(example)} --input-size 50gb`;
  }
}
