export { anyRuns, extremeRuns, growingRuns, notFinite } from './arbitrary-runs.ts';
export { loadAsInBrowser } from './browser-bundle.ts';
export { type CohortFacts, type CohortTruth, cohortRun } from './cohort-runs.ts';
export { type DocExample, docExamples, readmeExample, readmeExports, runExample } from './doc-examples.ts';
export { expectClose, type Tolerance } from './expect-close.ts';
export { casePath, corpusPath, fixturePath } from './fixtures.ts';
export { type HistoryFacts, historyOf, type RunsAlike } from './histories.ts';
export {
  aJob,
  aRun,
  type BuiltJob,
  type JobFacts,
  type RunFacts,
  type RuntimeMapping,
  runsOf,
} from './run-builder.ts';
export { type Noise, seededNoise } from './seeded-noise.ts';
