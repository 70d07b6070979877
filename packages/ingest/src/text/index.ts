export { compareText } from './compare-text.ts';
export { parseTimestamp } from './timestamp.ts';
