import { closeSync, openSync, writeSync } from 'node:fs';

const READ_LENGTH = 50;
const LINES_A_CHUNK = 4096;

/** Writes a file of random reads, one a line, that is as good as `mib` MiB large; the same seed gives the same. */
export function writeReads(path: string, mib: number, seed: number): void {
  const random = randomBits(seed);
  const lines = Math.round((mib * 1024 ** 2) / (READ_LENGTH + 1));
  const file = openSync(path, 'w');
  for (let written = 0; written < lines; written += LINES_A_CHUNK) {
    const length = Math.min(LINES_A_CHUNK, lines - written);
    writeSync(file, Array.from({ length }, () => `${randomRead(random)}\n`).join(''));
  }
  closeSync(file);
}

function randomRead(random: () => number): string {
  let read = '';
  while (read.length < READ_LENGTH) {
    for (let bits = random(), i = 0; i < 15; i++, bits >>>= 2) read += 'ACGT'[bits & 3];
  }
  return read.slice(0, READ_LENGTH);
}

/** 32 random bits at a time: xorshift of Marsaglia. */
function randomBits(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
