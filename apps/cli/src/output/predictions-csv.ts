import type { TestedValue } from '@prm/evaluate';

const PREDICTORS = ['robust', 'reference', 'median', 'largest', 'request'] as const;
const LEVELS = ['0.9', '0.95', '0.99'] as const;

export const PREDICTIONS_HEADER = [
  'workflow',
  'step',
  'run',
  'job',
  'metric',
  'actual',
  ...PREDICTORS,
  ...LEVELS.map((level) => `upper_${level}`),
  'n_train',
].join(',');

/** A tested value as a line of the file of predictions: RFC 4180, what is absent is empty. */
export function predictionLine({ guesses, nTrain, ...value }: TestedValue): string {
  const upper = guesses.robust?.bounds?.upper;
  const cells = [
    value.workflow,
    value.step,
    value.run ?? '',
    value.job,
    value.metric,
    value.actual,
    ...PREDICTORS.map((predictor) => guesses[predictor]?.value ?? ''),
    ...LEVELS.map((level) => upper?.[level] ?? ''),
    nTrain,
  ];
  return cells.map((cell) => quoted(String(cell))).join(',');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
