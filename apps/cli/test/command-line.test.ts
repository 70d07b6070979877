import { expect, it } from 'vitest';
import { runPrm } from './support/run-prm.ts';

it.each([
  [
    ['predict', 'm', 'w', '--input-size'],
    '--input-size needs a value: --input-size SIZE. Usage: prm predict',
  ],
  [['predict', 'm', '--input-size', '--full'], '--input-size needs a value: --input-size SIZE. '],
  [['power', '--run'], '--run needs a value: --run FILE. '],
  [['evaluate', 'm', 'r', '--fail-on'], '--fail-on needs a value: --fail-on WHAT. '],
  [
    ['predict', 'm', 'w', '--sise', '5gb'],
    'unknown option "--sise"; predict has --json, --debug, --input-size, ',
  ],
  [['workflows', '-x'], 'unknown option "-x"; workflows has --json, --debug. '],
  [['recommend', 'm', 'w', '--changes-only=yes'], '--changes-only takes no value, got "yes". '],
  [
    ['train'],
    'train needs SOURCE.... Usage: prm train SOURCE... --out DIR [options] (prm train --help tells more)',
  ],
  [['config', 'x'], 'config takes options alone. Usage: prm config [options]'],
  [['-x'], 'no command given; expected one of train, '],
  [['bogus'], 'unknown command "bogus"; expected one of train, '],
  [['help', 'bogus'], 'unknown command "bogus"; expected one of train, '],
  [['bogus', '--help'], 'unknown command "bogus"; expected one of train, '],
  [['predict', 'm'], 'expected MODELS WORKFLOW, got "m" ('],
  [['predict'], 'expected MODELS WORKFLOW, got nothing ('],
  [['workflows', 'm', 'x'], 'expected MODELS, got "m" "x" ('],
  [['predict', 'm', 'w', '--input', ''], '--input "": no such file'],
  [['power', '--run', 'r', '--bin-minutes', '-5'], '--bin-minutes is "-5", expected a number above 0'],
  [
    ['power', '--run', 'r', '--carbon-intensity', '-.5'],
    '--carbon-intensity is "-.5", expected a number above 0',
  ],
  [
    ['train', 's', '--out', 'o', '--min-step-samples', '-1'],
    '--min-step-samples is "-1", expected a whole number',
  ],
  [
    ['power', '--run', 'r', '--input-size', '5gb'],
    '--input-size is for a predicted run: --run FILE is drawn as it was',
  ],
  [['power', '--run', 'r', '--pipeline', 'p'], '--pipeline is for a predicted run'],
  [['power', '--run', 'r', '--gpu-class', 'g'], '--gpu-class is for a predicted run'],
  [['power', '--run', 'r', '--environment', 'a=b'], '--environment is for a predicted run'],
])('a command line that cannot be followed is told in one line what is wrong: %j', async (args, message) => {
  const { code, stdout, stderr } = await runPrm(args);
  expect(stderr).toMatch(/^prm: [^\n]*\n$/);
  expect(stderr).toContain(`prm: ${message}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

it('a word of many characters is cut, one of control characters printed harmlessly', async () => {
  const { stderr } = await runPrm(['x'.repeat(10_000)]);
  expect(stderr.length).toBeLessThan(500);
  expect((await runPrm(['\u001b[31mred'])).stderr).toContain('unknown command "\\u001b[31mred"');
});
