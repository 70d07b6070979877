import { compareText } from '@prm/ingest';
import {
  DEFAULT_PREDICTOR,
  type MetricScores,
  PREDICTORS,
  type Predictor,
  type Scores,
  type StepCounts,
  type StepScores,
  TESTED_METRICS,
  type TestedMetric,
  type WorkflowScores,
  type WorseStep,
} from './backtest-document.ts';
import { middleOf } from './middle.ts';
import { scoreOf, Tally } from './tally.ts';
import type { TestedValue } from './tested-value.ts';

/** A step is told to be worse from so many test values on, and from so many times the reference's error. */
const FEWEST_TO_BLAME = 20;
const WORSE = 1.1;

type MetricTallies = Readonly<Record<TestedMetric, Readonly<Record<Predictor, Tally>>>>;

interface StepTallies {
  readonly workflow: string;
  readonly step: string;
  readonly tallies: MetricTallies;
  readonly nTrain: Record<TestedMetric, number>;
}

/** Gathers tested values by step, and scores steps, workflows and all together. */
export class ScoreBoard {
  readonly #steps = new Map<string, StepTallies>();

  add(value: TestedValue): void {
    const { workflow, step, metric } = value;
    const key = `${workflow}\n${step}`;
    let ofStep = this.#steps.get(key);
    if (ofStep === undefined) {
      ofStep = {
        workflow,
        step,
        tallies: recordOf(TESTED_METRICS, () => recordOf(PREDICTORS, () => new Tally())),
        nTrain: recordOf(TESTED_METRICS, () => 0),
      };
      this.#steps.set(key, ofStep);
    }
    ofStep.nTrain[metric] = Math.max(ofStep.nTrain[metric], value.nTrain);
    for (const predictor of PREDICTORS) {
      const guess = value.guesses[predictor];
      if (guess !== undefined) ofStep.tallies[metric][predictor].add(value, guess);
    }
  }

  /** Scores of everything. */
  overall(): Scores {
    return scoresOf(this.#sorted());
  }

  /** Scores by workflow, in the order of their names. */
  workflows(): WorkflowScores[] {
    const steps = this.#sorted();
    const names = [...new Set(steps.map(({ workflow }) => workflow))];
    return names.map((workflow) => ({
      workflow,
      ...scoresOf(steps.filter((one) => one.workflow === workflow)),
    }));
  }

  /** Scores by step, in the order of workflows and steps. */
  steps(): StepScores[] {
    return this.#sorted().map((one) => ({
      workflow: one.workflow,
      step: one.step,
      counts: recordOf(TESTED_METRICS, (metric) => countsOf(one, metric)),
      ...scoresOf([one]),
    }));
  }

  /** Steps whose models err more than the reference's. */
  worseThanReference(): WorseStep[] {
    return this.#sorted().flatMap(({ workflow, step, tallies }) =>
      TESTED_METRICS.flatMap((metric): WorseStep[] => {
        const { errors } = tallies[metric][DEFAULT_PREDICTOR];
        const mdape = middleOf(errors);
        const reference = middleOf(tallies[metric].reference.errors);
        const isWorse = mdape !== null && reference !== null && mdape > WORSE * reference;
        if (!isWorse || errors.length < FEWEST_TO_BLAME) return [];
        return [{ workflow, step, metric, n: errors.length, mdape, reference_mdape: reference }];
      }),
    );
  }

  #sorted(): StepTallies[] {
    return [...this.#steps.values()].sort(
      (a, b) => compareText(a.workflow, b.workflow) || compareText(a.step, b.step),
    );
  }
}

function scoresOf(steps: readonly StepTallies[]): Scores {
  const pooled = (predictor: Predictor): MetricScores =>
    recordOf(TESTED_METRICS, (metric) => scoreOf(steps.map(({ tallies }) => tallies[metric][predictor])));
  const methods = recordOf(PREDICTORS, (predictor) => ({ pooled: pooled(predictor) }));
  return { pooled: methods[DEFAULT_PREDICTOR].pooled, methods };
}

function countsOf({ tallies, nTrain }: StepTallies, metric: TestedMetric): StepCounts {
  const { robust, reference } = tallies[metric];
  const own = middleOf(robust.errors);
  const other = middleOf(reference.errors);
  const better =
    own === null || other === null || own === other ? null : own < other ? 'robust' : 'reference';
  return { n_train: nTrain[metric], n_test: robust.errors.length, better };
}

function recordOf<K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
}
