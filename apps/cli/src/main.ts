import { type BaseContext, Cli, type Command, type CommandClass } from 'clipanion';
import { usageFault, withNegativeValues } from './command-line.ts';
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
import { type CommandHelp, commandHelp, commandName, overview } from './output/help.ts';
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
    command = cli.process(withNegativeValues(argv, definitions), full);
  } catch {
    const message = printable(usageFault(argv, definitions));
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

/** The text for `--help`, `--version` and an empty command line; null for anything else, unknown commands too. */
function helpFor(argv: readonly string[], definitions: readonly CommandHelp[]): string | null {
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  if (words[0] === '--version' || words[0] === '-v') return PRM_CLI_VERSION;
  const asks = words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h');
  if (!asks) return null;
  const named = words.find((word) => definitions.some((one) => commandName(one) === word));
  const definition = definitions.find((one) => commandName(one) === named);
  if (definition) return commandHelp(definition);
  // Help on a command that is none is an unknown command, not a page about others.
  const isUnknown = words.some((word) => !word.startsWith('-') && word !== 'help');
  return isUnknown ? null : overview(definitions, PRM_CLI_VERSION);
}
