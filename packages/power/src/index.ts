export { type BinEdges, binEdges } from './bin-edges.ts';
export { PowerError, type PowerErrorCode } from './errors.ts';
export { estimatePowerW, type MeanUse, type PowerSettings } from './estimate-power.ts';
export { type ChartSize, powerChart } from './power-chart.ts';
export type { PowerCurve, PowerDocument, PowerPoint, PowerWarning } from './power-document.ts';
export {
  type PowerPrediction,
  type PowerSlot,
  type PowerStep,
  predictPowerCurve,
} from './predict-power-curve.ts';
export { type PowerOptions, type RunRecords, runPowerCurve } from './run-power-curve.ts';
export { shortEnergy, shortMass, shortWatts } from './short-watts.ts';
