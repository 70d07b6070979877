import { IngestError } from '../errors.ts';

/** Bounds on one document, so that no file can take all memory. Each can be set; each error names the limit it met. */
export interface DocumentLimits {
  /** Bytes of a document after decompression. Default 500 MB. */
  readonly maxDocumentBytes: number;
  /** Bytes of YAML that are kept, timelines that are not wanted left out. Default 64 MB. */
  readonly maxYamlBytes: number;
  /**
   * Bytes of YAML that PyYAML would not have written, and that the general parser has to take in one piece. It needs up
   * to 90 bytes of memory a byte. Default 16 MB.
   */
  readonly maxYamlPieceBytes: number;
  /** Bytes of JSON that are kept, timelines that are not wanted left out. Default 256 MB. */
  readonly maxJsonBytes: number;
  /** Keys and values, aliases expanded. Default 5 000 000. */
  readonly maxNodes: number;
  /** Mappings and lists inside each other. Default 100. */
  readonly maxNesting: number;
}

const MB = 1024 ** 2;

export const DEFAULT_LIMITS: DocumentLimits = {
  maxDocumentBytes: 500 * MB,
  maxYamlBytes: 64 * MB,
  maxYamlPieceBytes: 16 * MB,
  maxJsonBytes: 256 * MB,
  maxNodes: 5_000_000,
  maxNesting: 100,
};

export function checkDocumentBytes(bytes: number, limits: DocumentLimits): void {
  if (bytes > limits.maxDocumentBytes)
    throw sizeError('the document', limits.maxDocumentBytes, 'maxDocumentBytes');
}

export function sizeError(what: string, mostBytes: number, limit: keyof DocumentLimits): IngestError {
  const most = mostBytes % MB === 0 ? `${mostBytes / MB} MB` : `${mostBytes} bytes`;
  return new IngestError('ingest/limit', `${what} is larger than ${most} (limit ${limit})`);
}

export function nestingError(limits: DocumentLimits): IngestError {
  return new IngestError('ingest/limit', `nested deeper than ${limits.maxNesting} (limit maxNesting)`);
}

export function nodesError(limits: DocumentLimits): IngestError {
  return new IngestError('ingest/limit', `more than ${limits.maxNodes} keys and values (limit maxNodes)`);
}
