/** A module as the registry names it. */
export interface RegistryReference {
  readonly namespace: string;
  readonly name: string;
  readonly version: string | null;
}

const VERSIONED = /^([^:@]+)[:@](.+)$/s;

/**
 * The registry reference that a module's path ends in; null when it ends in none.
 * Forms: `registry/<namespace>/<name>:<version>` (or `@`), `registry/<namespace>/<name>/<version>`,
 * `.registry_cache/installed/<registry>/<namespace>/<name>/<version>`, and `registry/<namespace>/<name>` without a version.
 *
 * @example
 * registryReference('/data/registry/sci/somatic:20260701') // { namespace: 'sci', name: 'somatic', version: '20260701' }
 */
export function registryReference(modulePath: string): RegistryReference | null {
  const parts = modulePath.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const [third, fourth, fifth, sixth] = [parts.at(-3), parts.at(-4), parts.at(-5), parts.at(-6)];
  if (third === 'registry') {
    const namespace = parts.at(-2) as string;
    const versioned = VERSIONED.exec(last);
    if (versioned) return { namespace, name: versioned[1] as string, version: versioned[2] as string };
  }
  if (fourth === 'registry' || (fifth === 'installed' && sixth === '.registry_cache')) {
    return { namespace: third as string, name: parts.at(-2) as string, version: last };
  }
  return third === 'registry' ? { namespace: parts.at(-2) as string, name: last, version: null } : null;
}

/**
 * The module's folder above the last `pipelines/` of a pipeline file's path; null when there is none.
 *
 * @example
 * moduleOfPipelineFile('/data/mod/pipelines/x.yaml') // '/data/mod'
 */
export function moduleOfPipelineFile(path: string): string | null {
  const parts = path.split('/');
  const at = parts.lastIndexOf('pipelines', parts.length - 2);
  return at <= 0 ? null : parts.slice(0, at).join('/');
}

/** What comes after the last slash of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
