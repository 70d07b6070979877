import { ModelError } from '../format/errors.ts';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENOTDIR', 'it, or a folder above it, is a file'],
  ['EEXIST', 'it is a file'],
]);

/** What stopped a write, in words. */
export function writeFault(path: string, error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = REASONS.get(code ?? '') ?? message;
  return new ModelError('model/cannot-write', `cannot write models to ${path}: ${reason}`, { cause: error });
}
