import { createHash } from 'node:crypto';

const PLAIN = /[A-Za-z0-9_.-]/;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(?:\..*)?$/is;
const LONGEST_BYTES = 150;

/**
 * The file name of a model: its key made safe, and twelve hex digits of the SHA-256 of its text. Models of different
 * keys differ in their text, so their files never meet, on disks that fold case neither.
 *
 * @example
 * modelFileName('ns/name:1.2', 'hello') // 'ns%2Fname%3A1.2.2cf24dba5fb0.json'
 */
export function modelFileName(key: string, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${safeName(key)}.${digest}.json`;
}

/** Whether a name has the form that `modelFileName` gives. */
export function isModelFileName(name: string): boolean {
  return /^(?:[A-Za-z0-9_.-]|%[0-9A-F]{2})*\.[0-9a-f]{12}\.json$/.test(name) && !name.startsWith('.');
}

function safeName(key: string): string {
  const bytes = Buffer.from(key, 'utf8');
  let name = '';
  for (const [i, byte] of bytes.entries()) {
    const char = String.fromCharCode(byte);
    const isFirstOfSpecial = i === 0 && (char === '.' || DEVICE.test(key));
    const part =
      PLAIN.test(char) && !isFirstOfSpecial ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (name.length + part.length > LONGEST_BYTES) break;
    name += part;
  }
  // A hidden file, or none at all, would be the name of an empty key.
  return name === '' ? '%00' : name;
}
