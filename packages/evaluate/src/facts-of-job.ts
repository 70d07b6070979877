import type { Job, Run, Stamp } from '@prm/ingest';
import { own, type StepModel } from '@prm/model';
import type { JobFacts } from '@prm/predict';

/** What a job's run tells of it. */
export type RunFacts = Pick<Run, 'environment' | 'registry'>;

/** What a record tells of a job that is known before it runs. */
export type RecordedFacts = Pick<
  Job,
  'driverSizeBytes' | 'driverSource' | 'gpuClass' | 'requirements' | 'inputForm'
> & {
  readonly submitted: Pick<Stamp, 'seconds'> | null;
};

/** What a recorded job is predicted from: its own input size, card and cores, and where and with what its run was. */
export function factsOfJob(
  job: RecordedFacts,
  { environment, registry }: RunFacts,
  step: StepModel,
): JobFacts {
  return {
    driverSizeBytes: job.driverSource === step.driver.source ? convertedSize(job, step) : null,
    gpuClass: job.gpuClass,
    environment,
    ncpu: job.requirements?.ncpu ?? null,
    version: registry?.version ?? null,
    submittedSeconds: job.submitted?.seconds ?? null,
  };
}

/** In bytes of the form that the step's curves are in. */
function convertedSize({ driverSizeBytes, inputForm }: RecordedFacts, { driver }: StepModel): number | null {
  const factor = own(driver.forms ?? {}, inputForm ?? '')?.factor ?? 1;
  return driverSizeBytes === null ? null : driverSizeBytes * factor;
}
