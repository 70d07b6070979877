/**
 * Power for people.
 *
 * @example
 * shortWatts(1250) // '1.3 kW'
 */
export function shortWatts(watts: number): string {
  if (Math.abs(watts) >= 999.5) return `${short(watts / 1000)} kW`;
  return `${short(watts)} W`;
}

/** Energy for people: `12 Wh`, `3.4 kWh`. */
export function shortEnergy(wattHours: number): string {
  return `${shortWatts(wattHours)}h`;
}

/** Mass of CO2 for people: `12 g`, `3.4 kg`, `2.1 t`. */
export function shortMass(grams: number): string {
  if (Math.abs(grams) >= 999_500) return `${short(grams / 1_000_000)} t`;
  return Math.abs(grams) >= 999.5 ? `${short(grams / 1000)} kg` : `${short(grams)} g`;
}

function short(value: number): string {
  if (value > 0 && value < 0.005) return '<0.01';
  if (Math.abs(value) >= 9.95) return String(Math.round(value));
  return String(Number(value.toFixed(Math.abs(value) < 0.95 ? 2 : 1)));
}
