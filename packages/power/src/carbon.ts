import { PowerError } from './errors.ts';

const WH_PER_KWH = 1000;
/** A tonne a kWh, hundreds of times what any grid emits: more is a slip, and could make a total that is no number. */
const MOST_INTENSITY = 1_000_000;

/** The member `total_co2_g` for a carbon intensity in gCO2e/kWh; none without one. */
export function carbonOf(energyWh: number, carbonIntensity: number | null): { total_co2_g?: number } {
  if (carbonIntensity !== null && !(carbonIntensity >= 0 && carbonIntensity <= MOST_INTENSITY)) {
    throw new PowerError(
      'power/bad-carbon-intensity',
      `carbon intensity is ${carbonIntensity}, expected a number of g/kWh from 0 to ${MOST_INTENSITY}`,
    );
  }
  return carbonIntensity === null ? {} : { total_co2_g: (energyWh / WH_PER_KWH) * carbonIntensity };
}
