/** What can be wrong with a model, a registry or a request to one. The code is API, the message is not. */
export type ModelErrorCode =
  | 'model/unknown-workflow'
  | 'model/unknown-pipeline'
  | 'model/ambiguous-pipeline'
  | 'model/not-a-registry'
  | 'model/not-a-model'
  | 'model/newer-format'
  | 'model/missing-file'
  | 'model/cannot-read'
  | 'model/cannot-write'
  | 'model/locked'
  | 'model/nothing-to-train'
  | 'model/bad-option';

/** A model, registry or training that cannot be used. */
export class ModelError extends Error {
  override readonly name: string = 'ModelError';
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
