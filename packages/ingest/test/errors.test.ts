import { expect, it } from 'vitest';
import { IngestError } from '../src/index.ts';

it('IngestError is an Error that carries a code, a message and a cause', () => {
  const cause = new Error('below');
  const error = new IngestError('ingest/not-parsable', 'not JSON', { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'IngestError',
    code: 'ingest/not-parsable',
    message: 'not JSON',
    cause,
  });
});
