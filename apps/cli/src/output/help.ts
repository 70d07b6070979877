import type { Definition } from 'clipanion';
import { wrapWords } from './wrap.ts';

const WIDTH = 80;

/** What stands for the value of an option. */
const VALUES: Readonly<Record<string, string>> = {
  '--out': 'DIR',
  '--identity': 'MODE',
  '--method': 'METHOD',
  '--min-workflow-runs': 'N',
  '--min-step-samples': 'N',
  '--exclude': 'FILE',
  '--since': 'DATE',
  '--last': 'N',
  '--input-size': 'SIZE',
  '--input': 'FILE',
  '--samples': 'N|FILE',
  '--pipeline': 'NAME',
  '--gpu-class': 'CLASS',
  '--fail-on': 'WHAT',
  '--run': 'FILE',
  '--bin-minutes': 'N',
  '--carbon-intensity': 'G',
  '--svg': 'FILE',
  '--split': 'KIND',
  '--train-fraction': 'SHARE',
  '--seed': 'N',
  '--train': 'SOURCE',
  '--test': 'SOURCE',
  '--predictions': 'FILE',
};

/** A command, with what its operands are called. */
export interface CommandHelp extends Definition {
  readonly operands: string;
}

interface OptionHelp {
  readonly definition: string;
  readonly description?: string;
}

/** The overview: every command with its first example. */
export function overview(definitions: readonly CommandHelp[], version: string): string {
  const lines = [
    `prm ${version}`,
    'Predicts what a workflow run will use, from what finished runs really used.',
    '',
    'Usage: prm COMMAND [options]',
  ];
  const categories = new Set(definitions.map(categoryOf));
  for (const category of categories) {
    lines.push('', `${category}:`);
    for (const definition of definitions.filter((one) => categoryOf(one) === category)) {
      lines.push(`  ${commandName(definition).padEnd(13)} ${definition.description?.trim() ?? ''}`);
      lines.push(`  ${''.padEnd(13)} $ ${definition.examples?.[0]?.[1] ?? ''}`);
    }
  }
  return [...lines, '', 'prm COMMAND --help tells more of one.'].join('\n');
}

/** Everything about one command. */
export function commandHelp(definition: CommandHelp): string {
  const options = (definition.options as readonly OptionHelp[]).map((option) => ({
    ...option,
    shown: shownOption(option.definition),
  }));
  const widest = Math.max(...options.map(({ shown }) => shown.length));
  return [
    definition.description?.trim() ?? '',
    '',
    `Usage: ${usageOf(definition)}`,
    '',
    ...options.flatMap(({ shown, description }) => optionLines(shown.padEnd(widest), description ?? '')),
    ...(definition.details ? ['', plainLines(definition.details)] : []),
    '',
    'Examples:',
    ...(definition.examples ?? []).flatMap(([what, line]) => [`  ${what.trim()}:`, `    $ ${line}`]),
  ].join('\n');
}

/** An option with its description beside it, in as many lines as that takes. */
function optionLines(option: string, description: string): string[] {
  const column = option.length + 4;
  const lines = wrapWords(description, WIDTH - column);
  return lines.map((line, i) =>
    i === 0 ? `  ${option}  ${line}` : `${' '.repeat(column)}${line.trimStart()}`,
  );
}

/** Without the marks that only a terminal of many fonts could show, and without blanks at line ends. */
function plainLines(details: string): string {
  return details
    .trim()
    .replaceAll('`', '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** `prm predict MODELS WORKFLOW [options]`. */
export function usageOf({ path, operands }: CommandHelp): string {
  return [path, operands, '[options]'].filter((part) => part !== '').join(' ');
}

function categoryOf({ category }: CommandHelp): string {
  return category?.trim() ?? '';
}

export function commandName({ path }: CommandHelp): string {
  return path.split(' ').slice(1).join(' ');
}

/** An option with what stands for its value: `--svg FILE`. */
export function shownOption(definition: string): string {
  return definition.replace(
    /(--[a-z-]+) #0/,
    (_, option: string) => `${option} ${VALUES[option] ?? 'VALUE'}`,
  );
}
