/**
 * What PyYAML makes of a plain scalar (YAML 1.1 as its resolver has it, which differs from the YAML 1.1 of others:
 * `y` and `n` are text, `1e5` and `12e3` are text, `1:30` is base 60). Timestamps stay text.
 *
 * @see https://github.com/yaml/pyyaml/blob/6.0.2/lib/yaml/resolver.py
 * @see https://github.com/yaml/pyyaml/blob/6.0.2/lib/yaml/constructor.py
 * @example
 * resolvePlain('2:00:00') // 7200
 */
export function resolvePlain(text: string): unknown {
  const first = text.charCodeAt(0);
  if (text === '' || text === '~') return null;
  if (!STARTS_A_VALUE.test(text)) return text;
  if (first > DIGIT_NINE) return WORDS.has(text) ? WORDS.get(text) : text;
  if (INTEGER.test(text)) return parseInteger(text);
  return FLOAT.test(text) ? parseFloat11(text) : text;
}

const DIGIT_NINE = 0x39;
const STARTS_A_VALUE = /^[-+0-9.yYnNtTfFoO]/;
const INTEGER =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const WORDS = new Map<string, boolean | null>([
  ...spellings('yes', 'true', 'on').map((word): [string, boolean] => [word, true]),
  ...spellings('no', 'false', 'off').map((word): [string, boolean] => [word, false]),
  ...spellings('null').map((word): [string, null] => [word, null]),
]);

function spellings(...words: string[]): string[] {
  return words.flatMap((word) => [
    word,
    `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
    word.toUpperCase(),
  ]);
}

function parseInteger(text: string): number {
  const negative = text.startsWith('-');
  const digits = text.replaceAll('_', '').replace(/^[-+]/, '');
  let value: number;
  if (digits.startsWith('0b')) value = Number.parseInt(digits.slice(2), 2);
  else if (digits.startsWith('0x')) value = Number.parseInt(digits.slice(2), 16);
  else if (digits.includes(':')) value = base60(digits);
  else if (digits.length > 1 && digits.startsWith('0')) value = Number.parseInt(digits, 8);
  else value = Number(digits);
  return negative ? -value : value;
}

/** Infinity and NaN are numbers here and missing values further on. */
function parseFloat11(text: string): number {
  const negative = text.startsWith('-');
  const digits = text.replaceAll('_', '').replace(/^[-+]/, '').toLowerCase();
  let value: number;
  if (digits === '.inf') value = Number.POSITIVE_INFINITY;
  else if (digits === '.nan') value = Number.NaN;
  else value = digits.includes(':') ? base60(digits) : Number(digits);
  return negative ? -value : value;
}

function base60(digits: string): number {
  return digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
