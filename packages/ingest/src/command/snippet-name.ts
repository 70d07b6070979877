import { shellWords } from './shell-words.ts';

/** What a job's command tells. */
export interface ParsedCommand {
  /** The snippet that was run; null when the command runs none. */
  readonly snippet: string | null;
  /** `NAME=value` words before the program; those of a wrapped command too. */
  readonly environment: ReadonlyMap<string, string>;
  /** The words after the snippet's name. */
  readonly snippetArguments: readonly string[];
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
/** A wrapper in a wrapper in a wrapper is still found; more is not a command anyone writes. */
const DEEPEST_WRAPPER = 5;

/**
 * The snippet and the environment of a recorded command such as
 * `PYPE_NCPU=4 /opt/bin/pype --profile base snippets --log /logs/x align --input a.fq`.
 *
 * The snippet is the first bare word after the word `snippets` and its options. A quoted command inside a wrapper
 * (`bash -c "…"`) is looked into.
 *
 * @example
 * parseCommand('pype snippets --log /logs/x align --input a').snippet // 'align'
 */
export function parseCommand(command: string): ParsedCommand {
  return parseWords(shellWords(command), 0);
}

function parseWords(words: readonly string[], depth: number): ParsedCommand {
  const environment = new Map<string, string>();
  let program = 0;
  for (; program < words.length; program++) {
    const assignment = ASSIGNMENT.exec(words[program] as string);
    if (assignment === null) break;
    environment.set(assignment[1] as string, assignment[2] as string);
  }
  const at = words.findIndex(
    (word, i) => i > program && word === 'snippets' && !isProfileOption(words[i - 1]),
  );
  if (at >= 0) {
    const bare = firstBareWord(words, at + 1);
    return {
      snippet: words[bare] || null,
      environment,
      snippetArguments: words.slice(bare + 1),
    };
  }
  for (const word of words.slice(program + 1)) {
    if (depth >= DEEPEST_WRAPPER || word === 'snippets' || !word.includes('snippets')) continue;
    const inner = parseWords(shellWords(word), depth + 1);
    if (inner.snippet !== null) {
      return { ...inner, environment: new Map([...environment, ...inner.environment]) };
    }
  }
  return { snippet: null, environment, snippetArguments: [] };
}

function isProfileOption(word: string | undefined): boolean {
  return word === '--profile' || word === '-p';
}

/** Where the options end; of those that `pype snippets` has, only `--log` takes the next word. */
function firstBareWord(words: readonly string[], from: number): number {
  let i = from;
  while (i < words.length && words[i]?.startsWith('-')) i += words[i] === '--log' ? 2 : 1;
  return i;
}
