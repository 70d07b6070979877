import { FORMAT_VERSION } from '@prm/model';
import { sizeText } from '@prm/predict';
import { Command } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { ConfigDocument } from '../documents.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Column } from '../output/table.ts';
import { DEFINITIONS, SETTING_NAMES, variableOf } from '../settings/definitions.ts';

const COLUMNS: readonly Column[] = [
  { title: 'setting' },
  { title: 'value', shrinks: true },
  { title: 'from', shrinks: true },
  { title: 'what it is', wraps: true },
];

export class ConfigCommand extends PrmCommand {
  static override paths = [['config']];
  static operands = '';
  static override usage = Command.Usage({
    category: 'Settings',
    description: 'Show the settings, and where each comes from',
    details: `
      Settings are read from \`prm.config.json\` in the working directory (else from \`prm/prm.config.json\` in the user's
      configuration folder; \`PRM_CONFIG\` names another file), such as \`{"models": "models/", "bin_minutes": 60}\`.
      Variables such as PRM_MODELS go before the file, and the command line before both.
    `,
    examples: [['What holds here', '$0 config']],
  });

  async work(): Promise<ExitCode> {
    const { settings } = this;
    const document: ConfigDocument = { format: 'prm/config', format_version: FORMAT_VERSION, settings };
    return this.print(document, () => {
      const rows = SETTING_NAMES.map((name) => [
        name,
        valueText(name, settings[name].value),
        settings[name].from,
        DEFINITIONS[name].meaning,
      ]);
      const note = `Each can be set in prm.config.json or by a variable, such as ${variableOf('models')}.`;
      return `${this.table(COLUMNS, rows)}\n\n${this.dimmed(note)}`;
    });
  }
}

/** A size in bytes in the unit in which it would be written; anything else as it is. */
function valueText(name: string, value: string | number | null): string {
  return typeof value === 'number' && name.endsWith('_size') ? sizeText(value) : String(value ?? '');
}
