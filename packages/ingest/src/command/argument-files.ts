/** What the files among a snippet's arguments tell of the sizes recorded for it. */
export interface ArgumentFiles {
  /**
   * The forms of its inputs, by ending: `fastq.gz`, `bam+fa`; null when no ending is known. A byte of one form is not a
   * byte of another.
   */
  readonly inputForm: string | null;
  /** Whether a file it writes is an argument too: Bio-Pype counts that one as input. */
  readonly writesArgument: boolean;
}

/** Endings of the data that steps are run on, by the form they stand for. */
const FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fastq: 'fastq',
    fq: 'fastq',
    fasta: 'fasta',
    fa: 'fasta',
    fna: 'fasta',
    bam: 'bam',
    cram: 'cram',
    sam: 'sam',
    vcf: 'vcf',
    bcf: 'bcf',
    bed: 'bed',
    txt: 'txt',
    tsv: 'tsv',
    csv: 'csv',
    fast5: 'fast5',
    pod5: 'pod5',
    h5: 'h5',
  }),
);
const COMPRESSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gz: 'gz',
    bgz: 'gz',
    bgzip: 'gz',
    bz2: 'bz2',
    xz: 'xz',
    zst: 'zst',
    zstd: 'zst',
    lz4: 'lz4',
  }),
);
/** `-o`, `--output`, `--out-bam`, `--vcf_out`, but not what names a folder or the beginning of a name. */
const OUTPUT_OPTION = /^(?:o|out(?:put|file)?s?(?:[-_].+)?|.+[-_]out(?:put)?)$/;
const NO_FILE_OPTION = /dir|folder|prefix|name|base|stem/;
const HAS_ENDING = /[^/.][^/]*\.[A-Za-z][A-Za-z0-9]*$/;
const MOST_FORMS = 4;

/**
 * Reads the words after a snippet's name.
 *
 * @example
 * argumentFiles(['--reads', 'a.fq.gz', '-o', 'a.bam']) // { inputForm: 'fastq.gz', writesArgument: true }
 */
export function argumentFiles(words: readonly string[]): ArgumentFiles {
  const forms = new Set<string>();
  let writesArgument = false;
  let role: 'input' | 'output' | 'neither' = 'input';
  for (const word of words) {
    let value = word;
    if (word.startsWith('-') && word.length > 1) {
      const equals = word.indexOf('=');
      role = roleOf(equals < 0 ? word : word.slice(0, equals));
      if (equals < 0) continue;
      value = word.slice(equals + 1);
    }
    if (role === 'output') writesArgument ||= HAS_ENDING.test(value);
    const form = role === 'input' ? formOf(value) : null;
    if (form !== null) forms.add(form);
  }
  const known = [...forms].sort();
  return {
    inputForm: known.length === 0 || known.length > MOST_FORMS ? null : known.join('+'),
    writesArgument,
  };
}

/** What the values of an option are to the step. */
function roleOf(option: string): 'input' | 'output' | 'neither' {
  const name = option.replace(/^-+/, '').toLowerCase();
  if (!OUTPUT_OPTION.test(name)) return 'input';
  return NO_FILE_OPTION.test(name) ? 'neither' : 'output';
}

/**
 * The form of a file by its ending; null for an ending that tells nothing.
 *
 * @example
 * formOf('/data/a_R1.FASTQ.gz') // 'fastq.gz'
 */
export function formOf(path: string): string | null {
  const parts = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split('.');
  if (parts.length < 2) return null;
  const last = parts.at(-1) as string;
  const compression = COMPRESSIONS.get(last);
  if (compression === undefined) return FORMS.get(last) ?? null;
  const inner = FORMS.get(parts.at(-2) as string);
  return inner === undefined ? compression : `${inner}.${compression}`;
}
