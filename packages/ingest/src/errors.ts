/** What can be wrong with what this package was given. The code is API, the message is not. */
export type IngestErrorCode =
  | 'ingest/bad-size'
  | 'ingest/no-such-source'
  | 'ingest/unreadable-source'
  | 'ingest/unknown-ending'
  | 'ingest/not-parsable'
  | 'ingest/not-a-mapping'
  | 'ingest/several-documents'
  | 'ingest/not-text'
  | 'ingest/not-a-run'
  | 'ingest/limit';

/** A source, document or text that cannot be used. */
export class IngestError extends Error {
  override readonly name: string = 'IngestError';
  readonly code: IngestErrorCode;

  constructor(code: IngestErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
