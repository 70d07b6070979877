import type { StepModel } from '@prm/model/format';
import { shortNumber } from './human-text.ts';
import { shiftsOf } from './shift-words.ts';

/** What is worth a look at a step: inputs of different worth a byte, levels that moved, peaks that stand alone. */
export function remarksOn(name: string, step: StepModel): string[] {
  const { forms, mixed_cost_factor: cost } = step.driver;
  const words: string[] = [];
  if (forms !== undefined) {
    const told = Object.entries(forms).filter(([, { factor }]) => factor !== 1);
    const parts = told.map(([form, { factor, n }]) => `of ${form} as ${shortNumber(factor)} (${n} jobs)`);
    words.push(`${name}: inputs of several forms: a byte ${parts.join(', ')} of the commonest; told apart`);
  } else if (cost !== undefined) {
    words.push(
      `${name}: a byte of some inputs costs ${shortNumber(cost)} × as much as of others: compressed and plain ones, or kinds ` +
        'of nodes that are not recorded? Name inputs by their form (.gz, .bam) in the command, and they are told apart',
    );
  }
  return [...words, ...shiftsOf(step).map((shift) => `${name}: ${shift}; figures hold for the time since`)];
}
