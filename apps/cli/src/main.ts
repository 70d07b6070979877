import { type BaseContext, Cli, type Command, type CommandClass } from 'clipanion';
import { BacktestCommand } from './commands/backtest.ts';
import { ConfigCommand } from './commands/config.ts';
import { EnvironmentsCommand } from './commands/environments.ts';
import { EvaluateCommand } from './commands/evaluate.ts';
import { GpuCommand } from './commands/gpu.ts';
import { PowerCommand } from './commands/power.ts';
import { PredictCommand } from './commands/predict.ts';
import { QualityCommand } from './commands/quality.ts';
import { RecommendCommand } from './commands/recommend.ts';
import { SensitivityCommand } from './commands/sensitivity.ts';
import { TrainCommand } from './commands/train.ts';
import { WorkflowsCommand } from './commands/workflows.ts';
import { EXIT } from './exit-codes.ts';
import { type CommandHelp, commandHelp, commandName, overview, usageOf } from './output/help.ts';
import { printable } from './output/printable.ts';

/** Set when the command is built, from its package.json. */
declare const PRM_CLI_VERSION: string;

/** A command, with what its operands are called in help. */
type PrmCommandClass = CommandClass & { readonly operands: string };

const COMMANDS: readonly PrmCommandClass[] = [
  TrainCommand,
  BacktestCommand,
  WorkflowsCommand,
  SensitivityCommand,
  GpuCommand,
  EnvironmentsCommand,
  QualityCommand,
  PredictCommand,
  RecommendCommand,
  EvaluateCommand,
  PowerCommand,
  ConfigCommand,
];

/**
 * Runs one command line.
 *
 * @param argv words after the program
 * @returns the exit code
 */
export async function main(argv: readonly string[], context: Partial<BaseContext> = {}): Promise<number> {
  const cli = new Cli({
    binaryLabel: 'prm',
    binaryName: 'prm',
    binaryVersion: PRM_CLI_VERSION,
    enableColors: false,
  });
  for (const command of COMMANDS) cli.register(command);
  const definitions = COMMANDS.map((command) => helpOf(cli, command));
  const full = { ...Cli.defaultContext, ...context };
  const answer = helpFor(argv, definitions);
  if (answer !== null) {
    full.stdout.write(`${answer}\n`);
    return EXIT.done;
  }
  let command: Command<BaseContext>;
  try {
    command = cli.process(withNegativeSizes(argv), full);
  } catch (error) {
    const message = usageFault(error, argv, definitions);
    const asJson = argv.includes('--json');
    full.stderr.write(asJson ? `${JSON.stringify({ code: 'cli/usage', message })}\n` : `prm: ${message}\n`);
    return EXIT.usage;
  }
  return cli.run(command, full);
}

/** What clipanion knows of a command, and its operands. */
function helpOf(cli: Cli, command: PrmCommandClass): CommandHelp {
  const name = command.paths?.[0]?.join(' ');
  const definition = cli.definitions({ colored: false }).find(({ path }) => path === `prm ${name}`);
  if (definition === undefined) throw new Error(`command ${name} has no usage`);
  return { ...definition, operands: command.operands };
}

/** The text for `--help`, `--version` and an empty command line; null for anything else. */
function helpFor(argv: readonly string[], definitions: readonly CommandHelp[]): string | null {
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  if (words[0] === '--version' || words[0] === '-v') return PRM_CLI_VERSION;
  const asks = words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h');
  if (!asks) return null;
  const named = words.find((word) => definitions.some((one) => commandName(one) === word));
  const definition = definitions.find((one) => commandName(one) === named);
  return definition ? commandHelp(definition) : overview(definitions, PRM_CLI_VERSION);
}

const TAKES_A_NUMBER: ReadonlySet<string | undefined> = new Set(['--input-size', '--samples']);

/** `--input-size -5gb` is a size that is refused as such, not an option that nobody knows. */
function withNegativeSizes(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (const word of argv) {
    if (TAKES_A_NUMBER.has(words.at(-1)) && /^-[\d.]/.test(word))
      words[words.length - 1] = `${words.at(-1)}=${word}`;
    else words.push(word);
  }
  return words;
}

/** What is wrong with a command line, and what would be right, in one line. */
function usageFault(error: unknown, argv: readonly string[], definitions: readonly CommandHelp[]): string {
  const name = argv.find((word) => !word.startsWith('-')) ?? '';
  const definition = definitions.find((one) => commandName(one) === name);
  if (definition === undefined) {
    const known = definitions.map(commandName).join(', ');
    return `unknown command ${JSON.stringify(name)}; expected one of ${known} (prm --help tells of them)`;
  }
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.replaceAll(/\$ prm.*/g, '').split('\n');
  const reason = lines
    .map((line) => line.trim().replace(/^- /, ''))
    .filter((line) => line !== '')
    .join(' ');
  return `${printable(reason).replace(/\.?$/, '.')} Usage: ${usageOf(definition)} (prm ${name} --help tells more)`;
}
