/**
 * Orders text by code point, whatever the locale. (Plain `<` orders by UTF-16 unit, which puts characters beyond the
 * basic plane before some that are inside it.)
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA !== unitB) return orderOfUnit(unitA) - orderOfUnit(unitB);
  }
  return a.length - b.length;
}

/** Moves surrogates, which stand for code points from U+10000 on, behind all other units. */
function orderOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
