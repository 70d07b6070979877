export { anyRuns, growingRuns } from './arbitrary-runs.ts';
export { expectClose, type Tolerance } from './expect-close.ts';
export { casePath, corpusPath, fixturePath } from './fixtures.ts';
export {
  aJob,
  aRun,
  type BuiltJob,
  type JobFacts,
  type RunFacts,
  type RuntimeMapping,
  runsOf,
} from './run-builder.ts';
