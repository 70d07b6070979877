import type { DocumentLimits } from '@prm/ingest';
import type { LoadedSettings } from './load-settings.ts';

/** The limits on a document, as the packages take them. */
export function limitsOf(settings: LoadedSettings): DocumentLimits {
  return {
    maxDocumentBytes: settings.max_document_size.value,
    maxYamlBytes: settings.max_yaml_size.value,
    maxYamlPieceBytes: settings.max_yaml_piece_size.value,
    maxJsonBytes: settings.max_json_size.value,
    maxNodes: settings.max_nodes.value,
    maxNesting: settings.max_nesting.value,
  };
}
