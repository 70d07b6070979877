import { ModelError } from './errors.ts';
import { FORMAT_VERSION, type WorkflowModel } from './workflow-model.ts';

/**
 * Reads a workflow model from its text.
 *
 * @param origin named in messages: a path, say
 * @throws ModelError `model/not-a-model`, `model/newer-format`
 */
export function parseModel(text: string, origin = 'the text'): WorkflowModel {
  const document = parseDocument(text, 'prm/workflow-model', origin);
  for (const name of ['provenance', 'runs', 'steps', 'pipelines', 'quality']) {
    if (!isObject(document[name])) throw notAModel(origin, `${name} is missing`);
  }
  if (typeof document.key !== 'string') throw notAModel(origin, 'key is missing');
  return document as unknown as WorkflowModel;
}

/** The text of a model, as it is stored: one line of JSON. */
export function stringifyModel(model: WorkflowModel): string {
  return `${JSON.stringify(model)}\n`;
}

/** Parses a document of prm and checks what it says it is. */
export function parseDocument(text: string, format: string, origin: string): Record<string, unknown> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw notAModel(origin, 'it is not complete JSON, as if it had been cut short; train again');
  }
  if (!isObject(document) || document.format !== format) {
    throw notAModel(origin, `expected a document of format ${format}`);
  }
  checkVersion(document.format_version, origin);
  return document;
}

function checkVersion(version: unknown, origin: string): void {
  const major = /^(\d+)\.\d+$/.exec(String(version))?.[1];
  if (major === undefined) throw notAModel(origin, `format_version is ${shown(version)}`);
  if (Number(major) > Number(FORMAT_VERSION.split('.')[0])) {
    throw new ModelError(
      'model/newer-format',
      `${origin}: format version ${String(version).slice(0, 80)} is newer than ${FORMAT_VERSION}, the newest this version of prm reads; upgrade prm`,
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in a message: short, whatever it is. */
function shown(value: unknown): string {
  return String(JSON.stringify(value) ?? value).slice(0, 80);
}

function notAModel(origin: string, reason: string): ModelError {
  return new ModelError('model/not-a-model', `${origin} cannot be used: ${reason}`);
}
