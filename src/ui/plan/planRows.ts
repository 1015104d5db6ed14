import { mostListed, planTree, type PlanEntry, type PlanNode } from '../../core/view/planTree';

export class PlanNodes {
  #roots: readonly PlanNode[] = [];
  readonly #byUri = new Map<string, PlanNode>();
  readonly #parents = new Map<PlanNode, PlanNode | undefined>();
  #count = 0;

  get roots(): readonly PlanNode[] {
    return this.#roots;
  }

  get isLong(): boolean {
    return this.#count > mostListed;
  }

  build(entries: readonly PlanEntry[]): void {
    this.#count = entries.length;
    this.#roots = planTree(entries, this.isLong ? 'folders' : 'list');
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
