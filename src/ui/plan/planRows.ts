import {
  mostListed,
  planTree,
  type PlanLayout,
  type PlanEntry,
  type PlanNode,
} from '../../core/view/planTree';

export class PlanNodes {
  #roots: readonly PlanNode[] = [];
  readonly #byUri = new Map<string, PlanNode>();
  readonly #parents = new Map<PlanNode, PlanNode | undefined>();
  #wanted: PlanLayout | undefined;
  #count = 0;

  get roots(): readonly PlanNode[] {
    return this.#roots;
  }

  get isLong(): boolean {
    return this.#count > mostListed;
  }

  get layout(): PlanLayout {
    return this.#wanted ?? (this.isLong ? 'folders' : 'list');
  }

  /** `layout`: the person’s choice, which later calls keep; without one, it depends on the number of rows. */
  build(entries: readonly PlanEntry[], layout: PlanLayout | undefined = this.#wanted): void {
    this.#wanted = layout;
    this.#count = entries.length;
    this.#roots = planTree(entries, this.layout);
    this.#byUri.clear();
    this.#parents.clear();
    const visit = (node: PlanNode, parent?: PlanNode): void => {
      this.#parents.set(node, parent);
      if (node.uri !== undefined) {
        this.#byUri.set(node.uri, node);
      }
      node.children.forEach((child) => visit(child, node));
    };
    this.#roots.forEach((root) => visit(root));
  }

  of(uri: string): PlanNode | undefined {
    return this.#byUri.get(uri);
  }

  parent(node: PlanNode): PlanNode | undefined {
    return this.#parents.get(node);
  }

  /** VS Code may pass anything to a command: returns the argument only if it is one of these rows. */
  read(argument: unknown): PlanNode | undefined {
    return this.#parents.has(argument as PlanNode) ? (argument as PlanNode) : undefined;
  }
}
