import { Command, Option } from 'clipanion';
import pc from 'picocolors';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { failureOf } from './failure.ts';
import { printable, printableJson, printableText } from './output/printable.ts';
import { type Column, renderTable } from './output/table.ts';
import { wrapWords } from './output/wrap.ts';
import { type GivenOptions, type LoadedSettings, loadSettings } from './settings/load-settings.ts';

/** Widest that prose and tables grow, and what they get where there is no terminal. */
const WIDEST = 120;
const DEFAULT_WIDTH = 80;

/** What every command of prm has in common: `--json`, `--debug`, and how it fails. */
export abstract class PrmCommand extends Command {
  json = Option.Boolean('--json', false, { description: 'Print one JSON document and nothing else' });
  debug = Option.Boolean('--debug', false, { description: 'Show where an error comes from' });

  /** What the command line says of settings. */
  protected get given(): GivenOptions {
    return {};
  }

  protected get settings(): LoadedSettings {
    return loadSettings(this.context.env, this.given);
  }

  /** Does the work; what it throws becomes a message and an exit code. */
  abstract work(): Promise<ExitCode>;

  override async execute(): Promise<ExitCode> {
    try {
      return await this.work();
    } catch (error) {
      const { code, message } = failureOf(error);
      this.context.stderr.write(
        this.json ? `${printableJson(JSON.stringify({ code, message }))}\n` : `prm: ${printable(message)}\n`,
      );
      if (this.debug && error instanceof Error) this.context.stderr.write(`${error.stack}\n`);
      return exitCodeOf(code);
    }
  }

  /** A document for programs, or text for people. */
  protected print(document: unknown, text: () => string, code: ExitCode = EXIT.done): ExitCode {
    const output = this.json
      ? printableJson(JSON.stringify(document, null, 1))
      : printableText(text(), this.colors.isColorSupported);
    this.context.stdout.write(`${output}\n`);
    return code;
  }

  protected warn(message: string): void {
    if (!this.json) this.context.stderr.write(`${this.colors.yellow('warning:')} ${printable(message)}\n`);
  }

  protected table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
    return renderTable(columns, rows, this.width);
  }

  /** Paragraphs, each a list item, broken into lines. A line end in a name out of a file begins no line of ours. */
  protected wrap(paragraphs: readonly string[]): string[] {
    return paragraphs.flatMap((paragraph) => wrapWords(printable(paragraph), this.width));
  }

  /** What the text below is about, on one line. */
  protected heading(text: string): string {
    return this.colors.bold(printable(text));
  }

  /** A note under a table, less loud than it. */
  protected dimmed(note: string): string {
    return this.wrap([note])
      .map((line) => this.colors.dim(line))
      .join('\n');
  }

  protected get width(): number {
    const { columns } = this.context.stdout as Partial<NodeJS.WriteStream>;
    // A terminal that does not know its width says 0. What is no terminal is as wide as COLUMNS says, as for ls and man.
    return Math.min(WIDEST, columns || Number.parseInt(this.context.env.COLUMNS ?? '', 10) || DEFAULT_WIDTH);
  }

  protected get colors(): ReturnType<typeof pc.createColors> {
    const isTerminal = (this.context.stdout as Partial<NodeJS.WriteStream>).isTTY === true;
    return pc.createColors(isTerminal && !this.context.env.NO_COLOR && this.context.env.TERM !== 'dumb');
  }
}
