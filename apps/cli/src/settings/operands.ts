import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageFault } from '../usage-fault.ts';
import type { LoadedSettings } from './load-settings.ts';

/**
 * The operands of a command whose first is the folder of models: with a setting for it, it can be left out.
 *
 * @param names of the operands after the folder; an optional one ends in `?`
 */
export function withModels(
  words: readonly string[],
  names: readonly string[],
  settings: LoadedSettings,
): { models: string; operands: readonly (string | undefined)[] } {
  const required = names.filter((name) => !name.endsWith('?')).length;
  const folder = settings.models.value;
  const isLeftOut = folder !== null && words.length <= names.length && !isModelFolder(words[0]);
  const operands = isLeftOut ? words : words.slice(1);
  const models = isLeftOut ? folder : words[0];
  if (models === undefined || operands.length < required || operands.length > names.length) {
    const expected = ['MODELS', ...names].join(' ').replace(/(\w+)\?/g, '[$1]');
    const got = words.map((word) => JSON.stringify(word)).join(' ') || 'nothing';
    throw new UsageFault(
      `expected ${expected}, got ${got} (MODELS can be left out when the setting models names a folder)`,
    );
  }
  return { models, operands };
}

function isModelFolder(path: string | undefined): boolean {
  return path !== undefined && existsSync(join(path, 'index.json'));
}
