import type { DriverScale, MetricCurve, StepModel, StepRequirements } from '@prm/model/format';
import { CAP_FACTOR, evaluateCurve, type Summary } from '@prm/regression';
import { evidenceText } from './evidence-text.ts';
import type { Recommendation, RecommendedAction, Resource, SizeDependence } from './recommendation.ts';
import { roundUpCores, roundUpMemoryMb, roundUpTimeSeconds } from './round-up.ts';
import { type StepUse, savingsOf } from './savings.ts';
import { memoryText, timeText } from './scheduler-text.ts';
import { stepDriverSize } from './step-driver.ts';

const MEMORY_HEADROOM = 1.3;
const TIME_HEADROOM = 1.5;
const CORES_HEADROOM = 1.3;
/** A requirement is too large from this multiple of the 95th percentile of use on. */
const TOO_LARGE = 3;
const PERCENT_PER_CORE = 100;

/** What advice is made for. */
export interface AdviceRequest {
  /** The size of the run that the step follows, bytes; null for advice that holds for all sizes seen. */
  readonly inputSizeBytes: number | null;
  /** Of the pipeline, where it has one of its own. */
  readonly viewScale: DriverScale | undefined;
  readonly use: StepUse;
}

/** Advice for one step: memory, time and cores, those it has measurements of. */
export function recommendStep(step: StepModel, request: AdviceRequest): Recommendation[] {
  const { inputSizeBytes, viewScale } = request;
  const driver =
    inputSizeBytes === null ? step.driver.p95 : stepDriverSize(step, inputSizeBytes, viewScale).bytes;
  const advisor = new StepAdvisor(step, driver, inputSizeBytes !== null, request.use);
  const { memory_rss_mb_max: memory, duration_seconds: duration, cpu_percent_max: cpu } = step.metrics;
  const rows: Recommendation[] = [];
  if (memory) rows.push(advisor.memory(memory));
  if (duration) rows.push(advisor.time(duration));
  if (cpu) rows.push(advisor.cores(cpu));
  return rows;
}

/** What a row says before it is put together. */
interface Judged {
  readonly resource: Resource;
  readonly action: RecommendedAction;
  readonly requirement: StepRequirements['time_seconds'];
  readonly need: number;
  readonly suggested: number;
  readonly suggested_text: string;
  readonly predicted: number;
  readonly used: Summary;
  readonly failedAt: number | null;
}

class StepAdvisor {
  readonly #step: StepModel;
  readonly #driver: number | null;
  /** Whether one size is asked about, or all that were seen. */
  readonly #oneSize: boolean;
  readonly #use: StepUse;

  constructor(step: StepModel, driver: number | null, oneSize: boolean, use: StepUse) {
    this.#step = step;
    this.#driver = driver;
    this.#oneSize = oneSize;
    this.#use = use;
  }

  memory(curve: MetricCurve): Recommendation {
    const used = curve.y;
    const failedAt = this.#step.failures.max_mem_mb_at_oom;
    const { predicted, need } = this.#need(curve, used, MEMORY_HEADROOM, 1, failedAt);
    const suggested = roundUpMemoryMb(need);
    const requirement = this.#step.requirements?.mem_mb ?? null;
    const action = this.#action(requirement, need, suggested, used);
    const suggested_text = memoryText(suggested);
    return this.#row(curve, {
      resource: 'mem_mb',
      action,
      requirement,
      need,
      suggested,
      suggested_text,
      predicted,
      used,
      failedAt,
    });
  }

  time(curve: MetricCurve): Recommendation {
    const used = curve.measured ?? curve.y;
    const failedAt = this.#step.failures.max_time_seconds_at_timeout;
    const slowest = this.#slowestCard(curve) * this.#slowestPlace();
    const { predicted, need } = this.#need(curve, used, TIME_HEADROOM, slowest, failedAt);
    const suggested = roundUpTimeSeconds(need);
    const requirement = this.#step.requirements?.time_seconds ?? null;
    const action = this.#action(requirement, need, suggested, used);
    const suggested_text = timeText(suggested);
    return this.#row(curve, {
      resource: 'time_seconds',
      action,
      requirement,
      need,
      suggested,
      suggested_text,
      predicted,
      used,
      failedAt,
    });
  }

  /** Cores are never raised: that a job used all it had does not tell that it could use more. */
  cores(curve: MetricCurve): Recommendation {
    const used = scaleSummary(curve.y, 1 / PERCENT_PER_CORE);
    const need = CORES_HEADROOM * used.p95;
    const suggested = roundUpCores(need);
    const requirement = this.#step.requirements?.ncpu ?? null;
    const tooMany = requirement !== null && requirement > TOO_LARGE * used.p95 && suggested < requirement;
    return this.#row(curve, {
      resource: 'ncpu',
      action: requirement === null ? 'unknown' : tooMany ? 'decrease' : 'ok',
      requirement,
      need,
      suggested,
      suggested_text: String(suggested),
      predicted: evaluateCurve(curve, this.#driver).value / PERCENT_PER_CORE,
      used,
      failedAt: null,
    });
  }

  /** Any card may get the job, or none, where some jobs ran without one. */
  #slowestCard({ n }: MetricCurve): number {
    const classes = Object.values(this.#step.gpu);
    const onCards = classes.reduce((sum, one) => sum + one.n, 0);
    const slowest = classes.reduce((most, { factor }) => Math.max(most, factor), onCards < n ? 1 : 0);
    return slowest > 0 ? slowest : 1;
  }

  /** Any place may get it, too. */
  #slowestPlace(): number {
    const places = Object.values(this.#step.environments ?? {});
    return places.reduce(
      (product, classes) => product * Math.max(1, ...Object.values(classes).map(({ factor }) => factor)),
      1,
    );
  }

  /** What a job would take on other cores than it usually has; null where that is not known to matter. */
  #secondsOn(ncpu: number): number | null {
    const { cores, metrics } = this.#step;
    const curve = metrics.duration_seconds;
    if (cores === undefined || curve?.core_exponent === undefined) return null;
    const usual = evaluateCurve(curve, this.#driver).value;
    return Math.min(usual * (ncpu / cores.reference) ** curve.core_exponent, Number.MAX_VALUE);
  }

  #need(
    curve: MetricCurve,
    used: Summary,
    headroom: number,
    slowest: number,
    failedAt: number | null,
  ): { predicted: number; need: number } {
    const predicted = evaluateCurve(curve, this.#driver).value * slowest;
    const { quantiles } = curve.residuals;
    let need = headroom * predicted;
    if (!this.#oneSize) need = Math.max(need, used.max);
    else if (quantiles) {
      // One job that took far more than next to nothing must not multiply every size: the cap on predictions holds.
      const most = Math.max(CAP_FACTOR * used.max, need);
      need = Math.max(need, Math.min(predicted * (1 + quantiles['1']), most));
    }
    // The size of what failed is not known: with a size asked about, the failure is only told.
    if (failedAt !== null && !this.#oneSize) need = Math.max(need, headroom * failedAt);
    return { predicted, need };
  }

  #action(
    requirement: StepRequirements['time_seconds'],
    need: number,
    suggested: number,
    used: Summary,
  ): RecommendedAction {
    if (requirement === null) return 'unknown';
    if (requirement === 'unlimited') return 'ok';
    if (requirement < need) return suggested > requirement ? 'increase' : 'ok';
    if (!(requirement > TOO_LARGE * used.p95 && suggested < requirement)) return 'ok';
    const largestSeen = this.#step.driver.max;
    const beyondSeen = this.#driver !== null && largestSeen !== null && this.#driver > largestSeen;
    return beyondSeen ? 'no_evidence' : 'decrease';
  }

  #row(curve: MetricCurve, { used, failedAt, ...judged }: Judged): Recommendation {
    const { capped, extrapolated } = evaluateCurve(curve, this.#driver);
    const { min, max } = this.#step.driver;
    const dependence = sizeDependence(curve);
    const seen = {
      observed_max: used.max,
      observed_p95: used.p95,
      n: curve.n_in_force ?? curve.n,
      driver_size_bytes: this.#driver,
      failed_at: failedAt,
      kind: curve.kind,
      capped,
      extrapolated,
      driver_min: min,
      driver_max: max,
      size_dependence: dependence,
      valid_up_to_bytes: this.#oneSize ? this.#driver : max,
    };
    const { resource, action, requirement, suggested } = judged;
    const isCut = action === 'decrease' && typeof requirement === 'number';
    const savings = isCut
      ? savingsOf(resource, requirement, suggested, this.#use)
      : { saves_gb_h: null, saves_h: null, saves_core_h: null };
    const seconds =
      resource === 'ncpu' && isCut
        ? { from: this.#secondsOn(requirement), to: this.#secondsOn(suggested) }
        : null;
    const evidence = evidenceText({ resource, ...seen }, dependence, curve, seconds);
    return { ...judged, ...seen, ...savings, duration_seconds_then: seconds?.to ?? null, evidence };
  }
}

function sizeDependence({ kind, candidates }: MetricCurve): SizeDependence {
  if (kind !== 'constant') return 'follows';
  const wasTested = candidates.some(
    ({ rejected }) => rejected !== 'too-few-samples' && rejected !== 'too-few-distinct-x',
  );
  return wasTested ? 'none found' : 'untested';
}

function scaleSummary({ min, median, p95, max }: Summary, factor: number): Summary {
  return { min: min * factor, median: median * factor, p95: p95 * factor, max: max * factor };
}
