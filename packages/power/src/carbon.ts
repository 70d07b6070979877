const WH_PER_KWH = 1000;

/** The member `total_co2_g` for a carbon intensity in gCO2e/kWh; none without one. */
export function carbonOf(energyWh: number, carbonIntensity: number | null): { total_co2_g?: number } {
  return carbonIntensity === null ? {} : { total_co2_g: (energyWh / WH_PER_KWH) * carbonIntensity };
}
