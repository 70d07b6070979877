/** A 52-bit hash of text (two FNV-like lanes): equal text, equal number; unequal text, in practice never. */
export function textHash(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x2f0e1eb5;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return (a >>> 0) * 0x100000 + ((b >>> 0) & 0xfffff);
}
