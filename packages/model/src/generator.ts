/** Set when the package is built, from its package.json. */
declare const PRM_MODEL_VERSION: string;

/** What wrote a document. */
export const GENERATOR: { readonly name: string; readonly version: string } = {
  name: '@prm/model',
  version: PRM_MODEL_VERSION,
};
