import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../src/index.ts';
import { checkDocumentBytes, nestingError, nodesError, sizeError } from '../src/source/limits.ts';
import { errorOf, expectError, limits } from './support.ts';

it('the default limits are 500 MB a document, 64 MB of YAML, 256 MB of JSON, 5 000 000 nodes, 100 levels', () => {
  const MB = 1024 ** 2;
  expect(DEFAULT_LIMITS).toEqual({
    maxDocumentBytes: 500 * MB,
    maxYamlBytes: 64 * MB,
    maxYamlPieceBytes: 16 * MB,
    maxJsonBytes: 256 * MB,
    maxNodes: 5_000_000,
    maxNesting: 100,
  });
});

it('a document may be as large as the limit and no larger', () => {
  expect(() => checkDocumentBytes(10, limits({ maxDocumentBytes: 10 }))).not.toThrow();
  const error = errorOf(() => checkDocumentBytes(11, limits({ maxDocumentBytes: 10 })));
  expectError(error, 'ingest/limit', /larger than 10 bytes .*maxDocumentBytes/);
});

it('every error of a limit names it and its value', () => {
  expectError(sizeError('the YAML', 64 * 1024 ** 2, 'maxYamlBytes'), 'ingest/limit', /64 MB .*maxYamlBytes/);
  expectError(nestingError(limits({ maxNesting: 7 })), 'ingest/limit', /7 .*maxNesting/);
  expectError(nodesError(limits({ maxNodes: 9 })), 'ingest/limit', /9 .*maxNodes/);
});
