import type { DriverScale, MetricCurve, StepModel, StepRequirements } from '@prm/model/format';
import { evaluateCurve, type Summary } from '@prm/regression';
import type { Recommendation, RecommendedAction } from './recommendation.ts';
import { roundUpCores, roundUpMemoryMb, roundUpTimeSeconds } from './round-up.ts';
import { memoryText, timeText } from './scheduler-text.ts';
import { stepDriverSize } from './step-driver.ts';

const MEMORY_HEADROOM = 1.3;
const TIME_HEADROOM = 1.5;
const CORES_HEADROOM = 1.3;
/** A requirement is too large from this multiple of the 95th percentile of use on. */
const TOO_LARGE = 3;
const PERCENT_PER_CORE = 100;

/**
 * Advice for one step: memory, time and cores, those it has measurements of.
 *
 * @param inputSizeBytes null for advice that holds for all sizes seen
 */
export function recommendStep(
  step: StepModel,
  inputSizeBytes: number | null,
  viewScale: DriverScale | undefined,
): Recommendation[] {
  const driver =
    inputSizeBytes === null ? step.driver.p95 : stepDriverSize(step, inputSizeBytes, viewScale).bytes;
  const advisor = new StepAdvisor(step, driver, inputSizeBytes !== null);
  const { memory_rss_mb_max: memory, duration_seconds: duration, cpu_percent_max: cpu } = step.metrics;
  const rows: Recommendation[] = [];
  if (memory) rows.push(advisor.memory(memory));
  if (duration) rows.push(advisor.time(duration));
  if (cpu) rows.push(advisor.cores(cpu));
  return rows;
}

class StepAdvisor {
  readonly #step: StepModel;
  readonly #driver: number | null;
  /** Whether one size is asked about, or all that were seen. */
  readonly #oneSize: boolean;

  constructor(step: StepModel, driver: number | null, oneSize: boolean) {
    this.#step = step;
    this.#driver = driver;
    this.#oneSize = oneSize;
  }

  memory(curve: MetricCurve): Recommendation {
    const failedAt = this.#step.failures.max_mem_mb_at_oom;
    const { predicted, need } = this.#need(curve, curve.y, MEMORY_HEADROOM, 1, failedAt);
    const suggested = roundUpMemoryMb(need);
    return {
      resource: 'mem_mb',
      ...this.#judge('mem_mb', need, suggested, curve.y),
      suggested_text: memoryText(suggested),
      predicted,
      ...this.#evidence(curve, curve.y, failedAt),
    };
  }

  time(curve: MetricCurve): Recommendation {
    const failedAt = this.#step.failures.max_time_seconds_at_timeout;
    const used = curve.measured ?? curve.y;
    // Any card may get the job.
    const slowestCard =
      Object.values(this.#step.gpu).reduce((slowest, { factor }) => Math.max(slowest, factor), 0) || 1;
    const { predicted, need } = this.#need(curve, used, TIME_HEADROOM, slowestCard, failedAt);
    const suggested = roundUpTimeSeconds(need);
    return {
      resource: 'time_seconds',
      ...this.#judge('time_seconds', need, suggested, used),
      suggested_text: timeText(suggested),
      predicted,
      ...this.#evidence(curve, used, failedAt),
    };
  }

  /** Cores are never raised: that a job used all it had does not tell that it could use more. */
  cores(curve: MetricCurve): Recommendation {
    const used = scaleSummary(curve.y, 1 / PERCENT_PER_CORE);
    const need = CORES_HEADROOM * used.p95;
    const suggested = roundUpCores(need);
    const requirement = this.#step.requirements?.ncpu ?? null;
    const tooMany = requirement !== null && requirement > TOO_LARGE * used.p95 && suggested < requirement;
    return {
      resource: 'ncpu',
      action: requirement === null ? 'unknown' : tooMany ? 'decrease' : 'ok',
      requirement,
      need,
      suggested,
      suggested_text: String(suggested),
      predicted: evaluateCurve(curve, this.#driver).value / PERCENT_PER_CORE,
      ...this.#evidence(curve, used, null),
    };
  }

  #need(
    curve: MetricCurve,
    used: Summary,
    headroom: number,
    slowestCard: number,
    failedAt: number | null,
  ): { predicted: number; need: number } {
    const predicted = evaluateCurve(curve, this.#driver).value * slowestCard;
    const { quantiles } = curve.residuals;
    let need = headroom * predicted;
    if (!this.#oneSize) need = Math.max(need, used.max);
    else if (quantiles) need = Math.max(need, predicted * (1 + quantiles['1']));
    // The size of what failed is not known: with a size asked about, the failure is only told.
    if (failedAt !== null && !this.#oneSize) need = Math.max(need, headroom * failedAt);
    return { predicted, need };
  }

  #judge(
    resource: 'mem_mb' | 'time_seconds',
    need: number,
    suggested: number,
    used: Summary,
  ): Pick<Recommendation, 'action' | 'requirement' | 'need' | 'suggested'> {
    const requirement = this.#step.requirements?.[resource] ?? null;
    return { action: this.#action(requirement, need, suggested, used), requirement, need, suggested };
  }

  #action(
    requirement: StepRequirements['time_seconds'],
    need: number,
    suggested: number,
    used: Summary,
  ): RecommendedAction {
    if (requirement === null) return 'unknown';
    if (requirement === 'unlimited') return 'ok';
    if (requirement < need) return 'increase';
    if (!(requirement > TOO_LARGE * used.p95 && suggested < requirement)) return 'ok';
    const largestSeen = this.#step.driver.max;
    const beyondSeen = this.#driver !== null && largestSeen !== null && this.#driver > largestSeen;
    return beyondSeen ? 'no_evidence' : 'decrease';
  }

  #evidence(
    curve: MetricCurve,
    used: Summary,
    failedAt: number | null,
  ): Omit<
    Recommendation,
    'resource' | 'action' | 'requirement' | 'need' | 'suggested' | 'suggested_text' | 'predicted'
  > {
    const { capped, extrapolated } = evaluateCurve(curve, this.#driver);
    return {
      observed_max: used.max,
      observed_p95: used.p95,
      n: curve.n,
      driver_size_bytes: this.#driver,
      failed_at: failedAt,
      kind: curve.kind,
      capped,
      extrapolated,
      driver_min: this.#step.driver.min,
      driver_max: this.#step.driver.max,
    };
  }
}

function scaleSummary({ min, median, p95, max }: Summary, factor: number): Summary {
  return { min: min * factor, median: median * factor, p95: p95 * factor, max: max * factor };
}
