import { type DocumentLimits, nestingError, nodesError } from './limits.ts';

/** Counts keys and values of a document, and how deep they are nested, against the limits. */
export class NodeBudget {
  readonly #limits: DocumentLimits;
  nodes = 0;

  constructor(limits: DocumentLimits) {
    this.#limits = limits;
  }

  count(nodes: number): void {
    this.nodes += nodes;
    if (this.nodes > this.#limits.maxNodes) throw nodesError(this.#limits);
  }

  /** @param depth containers, this one included */
  checkDepth(depth: number): void {
    if (depth > this.#limits.maxNesting) throw nestingError(this.#limits);
  }
}
