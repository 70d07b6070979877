import { LOSSES, type Loss } from '@prm/ingest';
import type { LossCounts, RunReference } from '../format/workflow-model.ts';

/** What a loss can be counted under; the last two are of runs and jobs, not of a step's samples. */
export type LossOrRunLoss = Loss | 'n_merged_dumps' | 'n_unnamed_jobs';

/** So many jobs are named a count: enough to look at, not a copy of the archive. */
const MOST_REFERENCES = 20;

/** Counts what is lost, per step and in all, and remembers where. */
export class LossLedger {
  readonly #bySteps = new Map<string, Map<Loss, number>>();
  readonly #references = new Map<LossOrRunLoss, RunReference[]>();

  /** Makes a step appear in the counts, with zeros if nothing is lost. */
  addStep(step: string): void {
    if (!this.#bySteps.has(step)) this.#bySteps.set(step, new Map());
  }

  add(loss: Loss, reference: RunReference & { readonly step: string }): void {
    this.addStep(reference.step);
    const counts = this.#bySteps.get(reference.step) as Map<Loss, number>;
    counts.set(loss, (counts.get(loss) ?? 0) + 1);
    this.refer(loss, reference);
  }

  refer(loss: LossOrRunLoss, reference: RunReference): void {
    const references = this.#references.get(loss) ?? [];
    this.#references.set(loss, references);
    if (references.length < MOST_REFERENCES) references.push(reference);
  }

  countsOf(step: string): LossCounts {
    const counts = this.#bySteps.get(step);
    return Object.fromEntries(LOSSES.map((loss) => [loss, counts?.get(loss) ?? 0])) as LossCounts;
  }

  totals(): LossCounts {
    const sum = (loss: Loss): number =>
      [...this.#bySteps.values()].reduce((n, counts) => n + (counts.get(loss) ?? 0), 0);
    return Object.fromEntries(LOSSES.map((loss) => [loss, sum(loss)])) as LossCounts;
  }

  references(): Partial<Record<LossOrRunLoss, readonly RunReference[]>> {
    const names: LossOrRunLoss[] = [...LOSSES, 'n_merged_dumps', 'n_unnamed_jobs'];
    return Object.fromEntries(
      names.filter((name) => this.#references.has(name)).map((name) => [name, this.#references.get(name)]),
    ) as Partial<Record<LossOrRunLoss, readonly RunReference[]>>;
  }
}
