const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its folder is not there'],
  ['ENOTDIR', 'a folder above it is a file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ELOOP', 'it is a link that leads to itself'],
]);

/** Why a file could not be written, in words. */
export function writeReason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return REASONS.get(code) ?? (error instanceof Error ? error.message : String(error));
}
