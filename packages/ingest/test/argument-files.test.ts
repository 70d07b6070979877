import fc from 'fast-check';
import { expect, it } from 'vitest';
import { argumentFiles, formOf } from '../src/command/argument-files.ts';
import { jobOf } from './support.ts';

it.each([
  ['reads.fastq', 'fastq'],
  ['a/b.c/reads_R1.FQ.GZ', 'fastq.gz'],
  ['/d/x.sorted.bam', 'bam'],
  ['x.cram', 'cram'],
  ['archive.gz', 'gz'],
  ['calls.vcf.bgz', 'vcf.gz'],
  ['x.tar.zst', 'zst'],
  ['.bam', 'bam'],
  ['bam', null],
  ['x.1', null],
  ['', null],
])('%s is of the form %s', (path, form) => {
  expect(formOf(path)).toBe(form);
});

it.each<[string, string | null, boolean]>([
  ['--reads a.fq.gz b.fq.gz', 'fastq.gz', false],
  ['--reads=a.fq.gz', 'fastq.gz', false],
  ['-i a.bam -r hg38.fa -o b.bam', 'bam+fasta', true],
  ['-i a.bam --output-bam=b.bam', 'bam', true],
  ['-i a.bam --outdir results.d', 'bam', false],
  ['-i a.bam --output-prefix x.y', 'bam', false],
  ['-i a.bam --output results', 'bam', false],
  ['-i a.bam --bam_out c.bam d.bam', 'bam', true],
  ['--threads 4', null, false],
  ['a.fq b.bam c.vcf d.bed e.csv', null, false],
])('%s', (words, inputForm, writesArgument) => {
  expect(argumentFiles(words.split(' '))).toEqual({ inputForm, writesArgument });
});

it('does not depend on the order of the inputs, and takes any words', () => {
  const words = fc.array(fc.oneof(fc.string(), fc.constantFrom('a.bam', 'b.fq.gz', 'c.fa', 'd')));
  fc.assert(
    fc.property(words, (list) => {
      const plain = list.filter((word) => !word.startsWith('-'));
      expect(argumentFiles(plain.toReversed())).toEqual(argumentFiles(plain));
      argumentFiles(list);
    }),
  );
});

it('a job tells the form of its inputs, also from a wrapped command', () => {
  expect(jobOf({ command: 'pype snippets --log /l align --input a.fq.gz -o a.bam' })).toMatchObject({
    inputForm: 'fastq.gz',
    writesArgument: true,
  });
  expect(jobOf({ command: "bash -c 'pype snippets align --input a.cram'" })).toMatchObject({
    inputForm: 'cram',
    writesArgument: false,
  });
});
