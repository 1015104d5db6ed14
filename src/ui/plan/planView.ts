import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { askedFor, type Asked } from '../../core/publish/states';
import { planCountsOf } from '../../core/view/planGroups';
import { mostListed, planTree, withDescendants, type PlanNode } from '../../core/view/planTree';
import { sentences } from '../../core/text/sentences';
import { outcomeTitle, placesIn, planSentence } from '../../services/plan/planTexts';
import { fileItem, groupItem } from '../page/fileItem';
import { RowTree, type RowSource } from '../page/rowTree';
import { notify } from '../prompt/notify';
import { groupRow, planFileRow, planFileTooltip } from './planItem';
import type { PlanChange, PlanModel } from './planModel';

export const planViewId = 'publishToWiki.plan';

/** What is asked first. */
const asked = ['platformToken', 'decision', 'destination'] as const;

/** The rows of a run are drawn with its progress, which is told more often than this. */
const rowMs = 1_500;

export class PlanView implements RowSource<PlanNode>, vscode.Disposable {
  readonly #tree = new RowTree<PlanNode>(planViewId, () => this, rowMs, {
    canSelectMany: true,
    manageCheckboxStateManually: true,
  });
  #model: PlanModel | undefined;
  #watching: vscode.Disposable | undefined;
  #shownPhase: PlanModel['phase'] | 'closed' = 'closed';
  #roots: readonly PlanNode[] = [];
  /** Files by URI, groups and folders by ID. */
  #rows: ReadonlyMap<string, PlanNode> = new Map();
  /** Whether the plan has so many files that it is shown by folders, which begin collapsed. */
  #isLong = false;

  /**
   * `keep`: stores the plan for the next start of VS Code; called whenever the plan or its phase changes.
   * `planOf`: makes a plan of files that a run left undecided.
   */
  constructor(
    private readonly keep: () => void,
    private readonly planOf: (uris: readonly string[]) => Promise<void>,
  ) {
    this.#tree.view.onDidChangeCheckboxState(({ items }) => {
      for (const [row, state] of items) {
        this.planningModel?.check(this.#selected(row), state === vscode.TreeItemCheckboxState.Checked);
      }
    });
  }

  get model(): PlanModel | undefined {
    return this.#model;
  }

  get planningModel(): PlanModel | undefined {
    return this.#model?.phase === 'plan' ? this.#model : undefined;
  }

  async show(model: PlanModel): Promise<void> {
    this.#take(model);
    await this.#enter();
    await this.#focus(this.#roots[0]);
    this.#lookUpNames(model);
  }

  async close(): Promise<void> {
    if (this.isVisible) {
      // If the panel stayed open, VS Code would show another view in it, and may start a terminal for that.
      await vscode.commands.executeCommand('workbench.action.closePanel');
    }
    this.#take(undefined);
    await this.#enter();
  }

  async closePlan(): Promise<void> {
    await (this.planningModel && this.close());
  }

  async clear(): Promise<void> {
    this.planningModel?.leave();
    await (this.#model?.phase === 'outcome' ? this.close() : undefined);
  }

  async publish(): Promise<void> {
    if (this.planningModel?.answered.checked.size === 0) {
      const text = l10n.t(
        'Nothing is checked. Check the files that you want to publish, or resolve those that need a decision.',
      );
      void notify({ severity: 'information', text, actions: [] });
    } else {
      await this.planningModel?.publish();
    }
  }

  /** Without a row, the files of the first group in which something is asked. */
  toResolve(row: unknown): readonly string[] {
    const groups = asked.map((what) =>
      this.#roots.filter(({ status }) => askedFor({ kind: status }) === what),
    );
    const [first = []] = groups.filter(({ length }) => length > 0);
    return this.#read(row) === undefined ? first.flatMap(({ files }) => files) : this.#selected(row);
  }

  async resolve(uris: readonly string[]): Promise<void> {
    if (this.#model?.phase === 'outcome') {
      const model = this.#model;
      await this.planOf(uris.filter((uri) => askedFor(model.statusInRun(uri)) !== undefined));
      return;
    }
    const [first = ''] = uris;
    if ((await this.planningModel?.resolve(uris)) === true) {
      await this.#focus(this.#rows.get(first));
    }
  }

  /** A row stands for all selected rows if it is one of them, as in VS Code’s own views. */
  #selected(row: unknown): readonly string[] {
    const { selection } = this.#tree.view;
    const own = this.#read(row);
    const rows = own === undefined || selection.includes(own) ? selection : [own];
    return rows.flatMap(({ files }) => files);
  }

  /** VS Code may pass anything to a command: returns the argument only if it is one of these rows. */
  #read(argument: unknown): PlanNode | undefined {
    return [...this.#rows.values()].find((row) => row === argument);
  }

  /** Shows the sentence as the view’s `message`: VS Code hides the `description` of a view alone in its container. */
  #tell(sentence: string): void {
    const { view } = this.#tree;
    if (sentence !== view.message) {
      view.message = sentence;
    }
  }

  /**
   * Draws the sentence and the changed rows of a run together: VS Code waits until the view gave neither for 200 ms,
   * and would draw nothing for seconds if they came at different times.
   */
  tellProgress(sentence: string): void {
    this.#tell(sentence);
    this.#tree.flush();
  }

  get isLong(): boolean {
    return this.#isLong;
  }

  get isVisible(): boolean {
    return this.#tree.view.visible;
  }

  children(row?: PlanNode): readonly PlanNode[] {
    return row?.children ?? this.#roots;
  }

  parent(row: PlanNode): PlanNode | undefined {
    return [...this.#rows.values()].find(({ children }) => children.includes(row));
  }

  item(row: PlanNode): vscode.TreeItem {
    const model = this.#model;
    if (model === undefined) {
      // VS Code may still ask for rows that are gone.
      return new vscode.TreeItem(row.label);
    }
    return row.kind === 'file'
      ? fileItem(planFileRow(row, model))
      : groupItem(groupRow(row, model, this.#isLong));
  }

  tooltip(row: PlanNode): vscode.MarkdownString | undefined {
    return row.kind === 'file' && this.#model !== undefined ? planFileTooltip(row, this.#model) : undefined;
  }

  dispose(): void {
    this.#watching?.dispose();
    this.#tree.dispose();
  }

  #take(model: PlanModel | undefined): void {
    this.#watching?.dispose();
    this.#watching = model?.onDidChange((change) => this.#draw(model, change));
    this.#model = model;
  }

  #draw(model: PlanModel, change: PlanChange): void {
    if (change.kind === 'phase') {
      void this.#enter();
    } else if (change.kind === 'row') {
      const row = this.#rows.get(change.uri);
      this.#tree.redrawSoon(...(row === undefined ? [] : [row]));
    } else {
      this.keep();
      if (change.kind === 'rows') {
        this.#build();
        this.#lookUpNames(model);
      }
      this.#tree.redraw(change.kind === 'rows' ? undefined : this.#roots);
      this.#tellPlan(model);
    }
  }

  #build(): void {
    const entries = this.#model?.entries ?? [];
    this.#isLong = entries.length > mostListed;
    this.#roots = planTree(entries, this.#isLong ? 'folders' : 'list');
    this.#rows = new Map(withDescendants(this.#roots).map((row) => [row.uri ?? row.id, row]));
  }

  /** Has to be called when another model is shown, and whenever the model’s phase changes. */
  async #enter(): Promise<void> {
    this.keep();
    this.#build();
    const { phase = 'closed', run, source, name = '' } = this.#model ?? {};
    await setContext('planPhase', phase);
    this.#tree.redraw();
    this.#tree.view.badge = undefined;
    void setContext('planHasSource', source !== undefined);
    void setContext('planIsFolder', source?.kind === 'folder' && source.chosen.length === 1);
    if (this.planningModel !== undefined) {
      this.#tellPlan(this.planningModel);
    } else if (run !== undefined && phase === 'outcome') {
      this.#tell(outcomeTitle(name, run));
      void setContext('planCanResume', !run.isComplete);
      const open = new Set(run.unresolved.map(({ status }) => askedFor(status)));
      this.#tellAsked((what) => open.has(what));
    }
    const isOver = this.#shownPhase === 'running' && phase === 'outcome';
    this.#shownPhase = phase;
    if (isOver && this.isVisible) {
      // VS Code keeps the scroll position, but what needs the person is at the top.
      await this.#reveal(this.#roots[0], false);
    }
  }

  async #focus(row: PlanNode | undefined): Promise<void> {
    await vscode.commands.executeCommand(`${planViewId}.focus`);
    await this.#reveal(row, true);
  }

  async #reveal(row: PlanNode | undefined, focus: boolean): Promise<void> {
    try {
      await (row && this.#tree.view.reveal(row, { focus, select: false }));
    } catch {
      // The rows were rebuilt meanwhile.
    }
  }

  #tellPlan({ answered, name, note }: PlanModel): void {
    const counts = planCountsOf(answered);
    const sentence = planSentence(counts);
    this.#tell(`${name}: ${sentences(sentence, note)}`);
    this.#tree.view.badge = { value: counts.toPublish, tooltip: sentence };
    this.#tellAsked((what) => counts[what] > 0);
  }

  #tellAsked(isAsked: (what: Asked) => boolean): void {
    void setContext('planAsked', asked.some(isAsked));
  }

  /** Not awaited, since the rows show IDs until the names are known. */
  #lookUpNames({ answered, services }: PlanModel): void {
    void services.names.lookUp(placesIn(answered.plan.rows), () => this.#tree.redrawAllSoon());
  }
}

async function setContext(name: string, value: unknown): Promise<void> {
  await vscode.commands.executeCommand('setContext', `publishToWiki.${name}`, value);
}
