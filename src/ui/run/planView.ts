import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Run } from '../../core/run/run';
import { summary } from '../../core/run/runReport';
import { isReady, type Settled } from '../../core/run/settled';
import { mostListed, type Layout, type PlanNode } from '../../core/view/planTree';
import { notify } from '../prompt/notify';
import { Gathered, Throttle } from '../prompt/throttle';
import { watchMarkdown } from '../page/watchMarkdown';
import { askPlan } from './askPlan';
import { WatchedRun, type OpenPlan } from './openPlan';
import { groupItem, planItem, planTooltip, runItem } from './planItem';
import { PlanRows } from './planRows';

export const planViewId = 'publishToWiki.plan';

/** VS Code draws rows anew no more often; a run of many files less often. */
const redrawMs = 300;
const redrawManyMs = 1_000;
const rereadMs = 100;

type Phase = 'plan' | 'running' | 'outcome' | 'closed';

/** The view in which a plan is looked at, its run is watched, and its outcome stays. */
export class PlanView implements vscode.TreeDataProvider<PlanNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<PlanNode | PlanNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree = vscode.window.createTreeView(planViewId, {
    treeDataProvider: this,
    canSelectMany: true,
    manageCheckboxStateManually: true,
    showCollapseAll: true,
  });
  #phase: Phase = 'closed';
  #plan: OpenPlan | undefined;
  #watched: WatchedRun | undefined;
  #rows = new PlanRows();
  #press: ((isWanted: boolean) => void) | undefined;
  /** The files of the run that began or ended since the rows were drawn. */
  readonly #drawn = new Set<number>();
  #redrawing = new Throttle(redrawMs, () => this.#redraw());

  /** `keep`: something was said in the plan, or it is over. */
  constructor(private readonly keep: () => void) {
    this.tree.onDidChangeCheckboxState(({ items }) => {
      for (const [row, state] of items) {
        this.#check([row], state === vscode.TreeItemCheckboxState.Checked);
      }
    });
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** The plan that is looked at. */
  get plan(): OpenPlan | undefined {
    return this.#phase === 'plan' ? this.#plan : undefined;
  }

  /** Shows a plan until the person goes on with it, and asks what has to be known then. Undefined when they cleared it. */
  async settle(plan: OpenPlan): Promise<Settled | undefined> {
    this.#plan = plan;
    this.#watched = undefined;
    this.#rows = new PlanRows();
    this.#rows.build(plan.entries);
    this.keep();
    const watching = this.#watchFiles(plan);
    try {
      return await this.#settled(plan);
    } finally {
      watching.dispose();
    }
  }

  async #settled(plan: OpenPlan): Promise<Settled | undefined> {
    let pressed = this.#pressed();
    await this.#enter('plan');
    await this.#focus(this.#rows.roots[0]);
    this.#lookUpNames(plan);
    while (await pressed) {
      const next = await askPlan(plan.asking, plan.title, plan.settled);
      if (next !== undefined && isReady(next)) {
        // The rows are drawn as those of the run in a moment
        plan.settle(next, true);
        return next;
      }
      if (next !== undefined) {
        this.#settle(next);
      }
      pressed = this.#pressed();
    }
    return undefined;
  }

  /** Goes on with the plan. */
  publish(): void {
    if (this.plan === undefined || this.plan.settled.checked.size > 0) {
      this.#press?.(true);
      return;
    }
    const text = l10n.t(
      'Nothing is checked. Check the files that you want to publish, or resolve those that need a decision.',
    );
    void notify({ severity: 'information', text, actions: [] });
  }

  /** Gives up the plan, and whoever waits for it goes on without one. False while a question is open. */
  leave(): boolean {
    this.#press?.(false);
    return this.#press !== undefined;
  }

  /** Clears what came of a run, or gives up the plan. */
  async clear(): Promise<void> {
    this.leave();
    if (this.#phase === 'outcome') {
      await this.close();
    }
  }

  /** Nobody goes on with the plan that is shown. */
  async closePlan(): Promise<void> {
    await (this.#phase === 'plan' ? this.close() : undefined);
  }

  async close(): Promise<void> {
    if (this.tree.visible) {
      // Otherwise VS Code would show another view in its place, and begin a terminal for that
      await vscode.commands.executeCommand('workbench.action.closePanel');
    }
    this.#plan = undefined;
    this.#watched = undefined;
    this.#rows.build([]);
    this.keep();
    await this.#enter('closed');
  }

  check(row: unknown, isChecked: boolean): void {
    this.#check(this.#selected(row), isChecked);
  }

  /** Asks what becomes of a row, or of all that are selected. */
  async resolve(row: unknown): Promise<void> {
    const { plan } = this;
    const rows = this.#selected(row);
    const resolved = this.#press && (await plan?.resolve(rows));
    if (resolved !== undefined && this.plan === plan) {
      this.#settle(resolved);
      await this.#focus(this.#rows.of(rows[0]?.files[0] ?? ''));
    }
  }

  shows(run: Run | undefined): boolean {
    return this.#watched !== undefined && this.#watched.run === run;
  }

  /** What the wiki said of a file of the last run, or why it was not sent. */
  messageOf(uri: vscode.Uri): string | undefined {
    return this.#watched?.messageOf(uri);
  }

  /** Begins to show how the files of a run are published. False where that is one file alone: then there is nothing to show. */
  async begin(run: Run): Promise<boolean> {
    if (this.#plan === undefined && run.files.length + run.blocked.length < 2) {
      return false;
    }
    this.keep();
    this.#watched = new WatchedRun(run);
    if (this.#plan === undefined) {
      this.#rows = new PlanRows();
      this.#rows.build(this.#watched.entries(false));
    }
    this.#redrawing.dispose();
    const everyMs = run.files.length > mostListed ? redrawManyMs : redrawMs;
    this.#redrawing = new Throttle(everyMs, () => this.#redraw());
    await this.#enter('running');
    await (this.#plan === undefined ? this.#focus(this.#rows.roots[0]) : undefined);
    return true;
  }

  /** A file of the run began or ended. */
  changed(index: number): void {
    this.#drawn.add(index);
    this.#redrawing.call();
  }

  /** Says above the rows what is the matter; the description of a view that is alone in its container is not shown. */
  tell(sentence: string): void {
    this.tree.message = sentence;
  }

  /** Groups the files by what came of them. */
  async end(): Promise<void> {
    const watched = this.#watched;
    if (watched !== undefined) {
      this.#plan = undefined;
      this.#rows.build(watched.entries(true));
      await this.#enter('outcome');
      this.tell(summary(watched.run));
      const canResume = !watched.run.complete;
      await vscode.commands.executeCommand('setContext', 'publishToWiki.planCanResume', canResume);
    }
  }

  layOut(layout: Layout): void {
    this.#rows.build(this.#plan?.entries ?? this.#watched?.entries(this.#phase === 'outcome') ?? [], layout);
    this.#changed.fire(undefined);
    this.#tellLayout();
  }

  getChildren(node?: PlanNode): PlanNode[] {
    return [...(node?.children ?? this.#rows.roots)];
  }

  getParent(node: PlanNode): PlanNode | undefined {
    return this.#rows.parent(node);
  }

  getTreeItem(node: PlanNode): vscode.TreeItem {
    const { plan } = this;
    if (node.kind !== 'file') {
      return groupItem(node, plan?.shown);
    }
    return plan === undefined ? runItem(node, this.#watched) : planItem(node, plan.shown, plan.asking);
  }

  resolveTreeItem(item: vscode.TreeItem, node: PlanNode): vscode.TreeItem {
    const { plan } = this;
    if (plan !== undefined && node.kind === 'file') {
      item.tooltip = planTooltip(node, plan.shown, plan.asking);
    }
    return item;
  }

  dispose(): void {
    this.#redrawing.dispose();
    this.tree.dispose();
    this.#changed.dispose();
  }

  /** Whether the person goes on with the plan, once they do that or give it up. */
  async #pressed(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#press = resolve;
    const isWanted = await promise;
    this.#press = undefined;
    return isWanted;
  }

  /** The row of a button, with all that are selected where it is one of them; without one what is selected. */
  #selected(argument: unknown): readonly PlanNode[] {
    const { selection } = this.tree;
    const row = this.#rows.read(argument);
    return row === undefined || selection.includes(row) ? selection : [row];
  }

  #check(rows: readonly PlanNode[], isChecked: boolean): void {
    const { plan } = this;
    if (plan !== undefined) {
      this.#settle(plan.checking(rows, isChecked));
    }
  }

  /** The rows stay where they are unless the plan is another one. */
  #settle(settled: Settled, isSaid = true): void {
    const plan = this.#plan;
    if (plan === undefined) {
      return;
    }
    const isSamePlan = plan.settled.plan === settled.plan;
    plan.settle(settled, isSaid);
    this.keep();
    if (!isSamePlan) {
      this.#rows.build(plan.entries);
      this.#lookUpNames(plan);
    }
    this.#changed.fire(isSamePlan ? [...this.#rows.roots] : undefined);
    this.#tellPlan(plan);
  }

  /** Files that are written while their plan is looked at are read again, and all where folders are opened or closed. */
  #watchFiles(plan: OpenPlan): vscode.Disposable {
    const written = new Gathered<string>(rereadMs, (uris) => {
      void plan.reread(uris).then((settled) => {
        if (settled !== undefined && this.plan === plan) {
          this.#settle(settled, false);
        }
      });
    });
    const note = (uri: vscode.Uri): void => written.add(uri.toString());
    const noteAll = (): void => written.add(...plan.settled.plan.rows.map(({ file }) => file.uri));
    return vscode.Disposable.from(
      written,
      watchMarkdown(note, note),
      vscode.workspace.onDidChangeWorkspaceFolders(noteAll),
    );
  }

  #redraw(): void {
    const indexes = [...this.#drawn];
    this.#drawn.clear();
    const files = this.#watched?.run.files ?? [];
    const rows = indexes.flatMap((index) => this.#rows.of(files[index]?.file.uri ?? '') ?? []);
    // Names that became known are in any row; VS Code keeps something of each that is drawn
    this.#changed.fire(this.#phase === 'running' ? rows : undefined);
  }

  async #enter(phase: Phase): Promise<void> {
    this.#phase = phase;
    await vscode.commands.executeCommand('setContext', 'publishToWiki.planPhase', phase);
    this.#changed.fire(undefined);
    this.#tellLayout();
    this.tree.badge = undefined;
    if (this.plan !== undefined) {
      this.#tellPlan(this.plan);
    }
  }

  async #focus(row: PlanNode | undefined): Promise<void> {
    await vscode.commands.executeCommand(`${planViewId}.focus`);
    try {
      await (row && this.tree.reveal(row, { focus: true, select: false }));
    } catch {
      // The rows were made anew meanwhile; the view has the focus all the same
    }
  }

  #tellLayout(): void {
    void vscode.commands.executeCommand('setContext', 'publishToWiki.planLayout', this.#rows.layout);
  }

  #tellPlan(plan: OpenPlan): void {
    void plan.tell((sentence, value) => {
      if (this.plan === plan) {
        this.tell(`${plan.title}: ${sentence}`);
        this.tree.badge = { value, tooltip: sentence };
      }
    });
  }

  /** This is not awaited: the rows say their places by their IDs before. */
  #lookUpNames(plan: OpenPlan): void {
    void plan.asking.names.lookUp(plan.places, () => this.#redrawing.call());
  }
}
