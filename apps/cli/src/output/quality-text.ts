import type { RegistryIndex } from '@prm/model';
import type { QualityLine, WorkflowQuality } from '@prm/predict';
import { leftOutText } from './left-out-text.ts';
import { counted } from './words.ts';

const MOST_NAMED = 3;

/** What became of the documents, in lines. */
export function indexQualityLines({ quality, options }: RegistryIndex): string[] {
  const { n_documents, n_runs, n_merged_dumps, n_not_runs, n_passed_over, n_unnamed_runs, skipped, notes } =
    quality;
  const lines = [
    `${counted(n_documents, 'document')} read: ${counted(n_runs, 'run')}, ${counted(n_merged_dumps, 'other dump')} of these, ` +
      `${n_not_runs} without a job, ${skipped.length} skipped. ${counted(n_passed_over, 'other file')} passed over.`,
  ];
  const leftOut = leftOutText(quality, options);
  if (leftOut !== null) lines.push(`Left out as asked: ${leftOut}.`);
  if (n_unnamed_runs > 0) lines.push(`${counted(n_unnamed_runs, 'run')} without a step: in no model.`);
  for (const { path, reason } of skipped.slice(0, MOST_NAMED)) lines.push(`  skipped ${path}: ${reason}`);
  for (const { path, reason } of notes.slice(0, MOST_NAMED)) lines.push(`  ${path}: ${reason}`);
  const more = Math.max(0, skipped.length - MOST_NAMED, notes.length - MOST_NAMED);
  if (more > 0) lines.push('  --json lists all');
  return lines;
}

/** One workflow's quality in lines, its name first. */
export function workflowQualityLines(workflow: WorkflowQuality): string[] {
  const { runs, partial_runs, entry_steps, steps_left_out, lines } = workflow;
  const partial = Object.entries(partial_runs).filter(([, n]) => n > 0);
  const where = partial.map(([name, n]) => `${n} of ${name}`).join(', ');
  const out = [
    workflow.workflow,
    runs.partial === 0
      ? `${counted(runs.total, 'run')}, none partial`
      : `${counted(runs.total, 'run')}; partial, that is without a usual step: ${where || runs.partial}`,
    `${runs.with_run_driver} of them with an input size; it comes in through ${entryText(entry_steps)}`,
    ...lines.flatMap(lineText),
  ];
  out.push(...workflow.remarks);
  for (const { step, n_samples, needs } of steps_left_out) {
    out.push(`no model of step ${step}: ${counted(n_samples, 'completed job')}, needs ${needs}`);
  }
  return out;
}

function entryText(entrySteps: Readonly<Record<string, readonly string[]>>): string {
  const parts = Object.entries(entrySteps).map(
    ([pipeline, steps]) => `${steps.join(', ') || 'no step'} (${pipeline})`,
  );
  return parts.join('; ');
}

function lineText({ n, meaning, steps, references }: QualityLine): string[] {
  const where = Object.entries(steps).map(([step, count]) => `${step} ${count}`);
  const named = new Set(references.map(({ run, job }) => [job, run].filter(Boolean).join(' of ')));
  const some = [...named].slice(0, MOST_NAMED);
  const lines = [`${n} ${meaning}`];
  if (where.length > 0) lines.push(`    ${where.join(', ')}`);
  if (some.length > 0 && some[0] !== '') lines.push(`    such as ${some.join(', ')}`);
  return lines;
}
