import { type CommandHelp, commandName, shownOption, usageOf } from './output/help.ts';

/** A number that an option is given, though it looks like an option itself. */
const NEGATIVE = /^-[\d.]/;

/** `--bin-minutes -5` is a value that is refused as such, not an option that nobody knows. */
export function withNegativeValues(argv: readonly string[], definitions: readonly CommandHelp[]): string[] {
  const takesValue = new Set(
    definitions.flatMap(optionsOf).flatMap((option) => (option.value ? option.names : [])),
  );
  const words: string[] = [];
  for (const word of argv) {
    const before = words.at(-1) ?? '';
    if (takesValue.has(before) && NEGATIVE.test(word)) words[words.length - 1] = `${before}=${word}`;
    else words.push(word);
  }
  return words;
}

/** What is wrong with a command line that could not be parsed, and what would be right, in one line. */
export function usageFault(argv: readonly string[], definitions: readonly CommandHelp[]): string {
  const name = argv.find((word) => !word.startsWith('-') && word !== 'help');
  const definition = definitions.find((one) => commandName(one) === name);
  if (definition === undefined) {
    const known = definitions.map(commandName).join(', ');
    const what = name === undefined ? 'no command given' : `unknown command ${quoted(name)}`;
    return `${what}; expected one of ${known} (prm --help tells of them)`;
  }
  const given = argv.slice(argv.indexOf(commandName(definition)) + 1);
  const reason = optionFault(given, definition) ?? operandFault(definition);
  return `${reason}. Usage: ${usageOf(definition)} (prm ${name} --help tells more)`;
}

interface KnownOption {
  readonly names: readonly string[];
  readonly shown: string;
  /** Whether a word follows it. */
  readonly value: boolean;
}

function optionsOf({ options }: CommandHelp): KnownOption[] {
  return options.map(({ definition }) => {
    const [names = '', value] = definition.split(' ');
    return { names: names.split(','), shown: shownOption(definition), value: value !== undefined };
  });
}

/** The first option that is unknown, lacks its value or has one too many. */
function optionFault(words: readonly string[], definition: CommandHelp): string | null {
  const known = optionsOf(definition);
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  for (let i = 0; i < end; i++) {
    const word = words[i] as string;
    if (!word.startsWith('-') || word === '-') continue;
    const [name = '', value] = word.split(/=(.*)/s);
    const option = known.find(({ names }) => names.includes(name));
    if (option === undefined) {
      const all = known.flatMap(({ names }) => names).join(', ');
      return `unknown option ${quoted(name)}; ${commandName(definition)} has ${all}`;
    }
    if (!option.value && value !== undefined) return `${name} takes no value, got ${quoted(value)}`;
    if (!option.value || value !== undefined) continue;
    const next = words[i + 1];
    if (next === undefined || (next.startsWith('-') && !NEGATIVE.test(next)))
      return `${name} needs a value: ${option.shown}`;
    i++;
  }
  return null;
}

/** What else can be wrong: the parser counts operands only of commands that need one, or take none. */
function operandFault(definition: CommandHelp): string {
  const [first = ''] = definition.operands.split(' ');
  const name = commandName(definition);
  return first === '' ? `${name} takes options alone` : `${name} needs ${first}`;
}

const LONGEST = 100;

function quoted(word: string): string {
  return JSON.stringify(word.length > LONGEST ? `${word.slice(0, LONGEST)}…` : word);
}
