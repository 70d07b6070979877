import { expect, it } from 'vitest';
import { parseCommand } from '../src/index.ts';

it.each([
  'pype snippets --log /data/log/x align --input /data/a',
  `PYPE_SNIPPET_REQUIREMENTS='{"ncpu": 4, "mem": "8gb"}' /opt/bin/pype --profile base snippets --log /data/log/x align --input /data/a`,
  `PYPE_MODULES=/data/snippets PYPE_SNIPPET_REQUIREMENTS='{"note": "run snippets --log fake"}' /opt/py/bin/python -m pype.commands --profile snippets snippets --log /data/log/x align --input /data/a`,
  '/opt/bin/pype --profile base snippets --log=/data/log/x align --input /data/a',
  "/opt/bin/pype --profile base snippets --log '/data/log/my run/x' align --input '/data/my file'",
  'singularity exec --bind /data:/data img.sif /opt/bin/pype --profile base snippets --log /data/log/x align --input /data/snippets/list',
  'bash -c "cd /tmp && /opt/bin/pype --profile base snippets --log /data/log/x align --input /data/a"',
  '/opt/bin/pype --profile base snippets align --input /data/a --log /data/log/x',
  'pype -p snippets snippets --log /l align',
  'pype --profile=snippets snippets --log /l align',
  'pype snippets --quiet -v --log /l --x=y align --log other',
  'pype\tsnippets\n--log /l\nalign',
  'pype "snippets" --log /l "align"',
  'pype snippets --log /l align snippets other',
  'env A=1 pype snippets --log /l align',
  `srun bash -c 'bash -c "pype snippets --log /l align"'`,
  `A=1 bash -lc "B=2 pype snippets --log /l 'align' --input 'a b'"`,
  "pype snippets --log /l 'align",
])('the step of %j is align', (command) => {
  expect(parseCommand(command).snippet).toBe('align');
});

it.each([
  '',
  '   ',
  'pype',
  'pype snippets',
  'pype snippets --log',
  '/opt/bin/pype --profile base snippets --log /data/log/x',
  '/opt/bin/pype --profile base pipelines --queue slurm germline',
  'pype --profile snippets',
  'snippets align',
  'A=1 snippets align',
  'ls /data/snippets',
  'echo "no snippets"',
  'A="pype snippets --log /l align"',
  "pype snippets --log '/l align",
])('the command %j runs no step that can be told', (command) => {
  expect(parseCommand(command).snippet).toBe(null);
});

it('a quoted command that holds `snippets` and runs none does not hide one that does', () => {
  expect(parseCommand('sh "/data/snippets" "pype snippets --log /l align"').snippet).toBe('align');
});

it('a command written over several lines with backslashes has its step', () => {
  expect(parseCommand('pype --profile base snippets \\\n  --log /l \\\n  align --input a').snippet).toBe(
    'align',
  );
});

it('an empty word is no step', () => {
  expect(parseCommand("pype snippets --log /l ''").snippet).toBe(null);
});

it('the environment is the NAME=value words before the program, also of a wrapped command', () => {
  const of = (command: string): object => Object.fromEntries(parseCommand(command).environment);
  expect(of("A=1 B='x y' C= pype snippets --log /l align D=2")).toEqual({ A: '1', B: 'x y', C: '' });
  expect(of('A=b=c pype')).toEqual({ A: 'b=c' });
  expect(of('1A=x pype')).toEqual({});
  expect(of('A=1 A=2 pype')).toEqual({ A: '2' });
  expect(of('A=1 B=1 bash -c "B=2 pype snippets --log /l align"')).toEqual({ A: '1', B: '2' });
  expect(of('__proto__=1 constructor=2 pype')).toEqual(
    Object.fromEntries([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]),
  );
});

it('wrappers around wrappers end somewhere', () => {
  let command = 'pype snippets --log /l align';
  for (let i = 0; i < 12; i++) command = `bash -c ${JSON.stringify(command)}`;
  expect(parseCommand(command).snippet).toBe(null);
});

it('long commands take no more than their length', () => {
  parseCommand(`bash ${'"snippets '.repeat(50_000)}`);
  parseCommand(`bash ${'xsnippets '.repeat(50_000)}`);
  parseCommand(`${'A=1 '.repeat(50_000)}pype`);
  parseCommand(`bash ${'\\'.repeat(200_000)} snippets`);
});
