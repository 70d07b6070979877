import { expect, it } from 'vitest';
import { renderTable } from '../src/output/table.ts';
import { cutText, textWidth } from '../src/output/text-width.ts';
import { wrapWords } from '../src/output/wrap.ts';

it('an ideograph and an emoji take two columns, a mark above a letter none', () => {
  expect(['step', '対齐', '🧬', 'e\u0301'].map(textWidth)).toEqual([4, 4, 2, 1]);
});

it('a text is cut between characters as people see them', () => {
  expect(cutText('align', 5)).toBe('align');
  expect(cutText('align_reads', 6)).toBe('align…');
  expect(cutText('🧬🧬🧬', 4)).toBe('🧬…');
  expect(cutText('👩‍🔬👩‍🔬👩‍🔬', 3)).toBe('👩‍🔬…');
  expect(cutText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  expect(cutText('対齐対', 1)).toBe('…');
});

it('lines are broken by columns, not by letters', () => {
  expect(wrapWords('対齐 対齐 ab', 9)).toEqual(['対齐 対齐', '  ab']);
});

it('columns stand below each other whatever letters their names have', () => {
  const columns = [
    { title: 'step', shrinks: true },
    { title: 'jobs', align: 'right' as const },
  ];
  expect(
    renderTable(
      columns,
      [
        ['対齐_🧬', '1'],
        ['sort', '12'],
      ],
      40,
    ).split('\n'),
  ).toEqual(['step     jobs', '対齐_🧬     1', 'sort       12']);
});

it('a column that wraps is broken into lines before a name is cut', () => {
  const columns = [
    { title: 'workflow', shrinks: true },
    { title: 'pipelines', wraps: true },
  ];
  const rows = [['a_long_workflow', 'alpha, beta, gamma, delta, epsilon']];
  expect(renderTable(columns, rows, 40).split('\n')).toEqual([
    'workflow         pipelines',
    'a_long_workflow  alpha, beta, gamma,',
    '                 delta, epsilon',
  ]);
});

it('where no width helps, names keep what can be told apart', () => {
  const columns = [{ title: 'step', shrinks: true }, { title: 'x'.repeat(30) }];
  const line = renderTable(columns, [['compress_reads', 'y']], 20).split('\n')[1];
  expect(line).toMatch(/^compres… {2}y$/);
});
