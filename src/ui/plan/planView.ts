import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Run } from '../../core/plan/run';
import type { SentAlone } from '../../core/plan/runFile';
import { isPublished } from '../../core/plan/fileOutcome';
import { statuses } from '../../core/plan/pageStatus';
import { runSummary } from '../../core/plan/runReport';
import type { AnsweredPlan } from '../../core/plan/answeredPlan';
import { mostListed, type Layout, type PlanEntry, type PlanNode } from '../../core/view/planTree';
import { notify } from '../prompt/notify';
import { Gathered, Throttle } from '../prompt/throttle';
import { WatchedRun, type OpenPlan } from './openPlan';
import { fileItem, groupItem } from '../page/fileItem';
import { groupRow, planRow, planTooltip, rowInRun, runTooltip } from './planItem';
import { PlanRows } from './planRows';

export const planViewId = 'publishToWiki.plan';

/** The rows are redrawn at most this often; those of a run of many files less often. */
const redrawMs = 300;
const redrawManyMs = 1_000;
const rereadMs = 100;

type Phase = 'plan' | 'running' | 'outcome' | 'closed';

/** The view that shows a plan, then its run, then its outcome. */
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
  /** The indexes of the run's files that began or ended since the last redraw. */
  readonly #drawn = new Set<number>();
  /** Files of the plan that are read again, and show what a publish would do by now. */
  readonly #written = new Gathered<string>(rereadMs, (uris) => void this.#reread(uris));
  /** The files that were sent outside of a run while a plan is made, which may not know of them. */
  readonly #sentAlone = new Set<string>();
  #redrawing = new Throttle(redrawMs, () => this.#redraw());

  /** `keep`: is called when the person changed the plan, or it is over. */
  constructor(private readonly keep: () => void) {
    this.tree.onDidChangeCheckboxState(({ items }) => {
      items.forEach(([row, state]) => this.#check([row], state === vscode.TreeItemCheckboxState.Checked));
    });
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** The plan that is shown. */
  get plan(): OpenPlan | undefined {
    return this.#phase === 'plan' ? this.#plan : undefined;
  }

  /** The plan that the person still decides about. */
  get #openPlan(): OpenPlan | undefined {
    return this.#plan?.isOpen === true ? this.#plan : undefined;
  }

  /** Is called before a plan is made. */
  beginPlan(): void {
    this.#sentAlone.clear();
  }

  /** Shows a plan until the person publishes it, and asks its open questions then. Undefined if they cleared it. */
  async settle(plan: OpenPlan): Promise<AnsweredPlan | undefined> {
    this.#plan = plan;
    this.#watched = undefined;
    this.#rows = new PlanRows();
    this.#rows.build(plan.entries);
    this.keep();
    const watching = plan.watch((uris) => this.#written.add(...uris));
    this.#written.add(...this.#sentAlone);
    try {
      const decided = plan.decided((settled) => this.#settle(settled));
      await this.#enter('plan');
      await this.#focus(this.#rows.roots[0]);
      this.#lookUpNames(plan);
      const settled = await decided;
      if (settled !== undefined) {
        // The rows are not redrawn here, since the run redraws them soon.
        plan.settle(settled, true);
      }
      return settled;
    } finally {
      watching.dispose();
    }
  }

  /** Publishes the plan. */
  publish(): void {
    if (this.plan === undefined || this.plan.settled.checked.size > 0) {
      this.#openPlan?.publish();
      return;
    }
    const text = l10n.t(
      'Nothing is checked. Check the files that you want to publish, or resolve those that need a decision.',
    );
    void notify({ severity: 'information', text, actions: [] });
  }

  /** Gives up the plan, so that `settle` resolves with undefined. False if the person has decided already. */
  leave(): boolean {
    const plan = this.#openPlan;
    plan?.leave();
    return plan !== undefined;
  }

  /** Clears the outcome of a run, or gives up the plan. */
  async clear(): Promise<void> {
    this.leave();
    if (this.#phase === 'outcome') {
      await this.close();
    }
  }

  /** Closes the view if it shows a plan. */
  async closePlan(): Promise<void> {
    await (this.#phase === 'plan' ? this.close() : undefined);
  }

  async close(): Promise<void> {
    if (this.tree.visible) {
      // Otherwise VS Code would show another view in the panel, and may start a terminal for it.
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

  /** Asks for the decision of a row, or of all selected rows. */
  resolve(row: unknown): Promise<void> {
    return this.#resolve(() => this.#selected(row));
  }

  /** Asks for the decision of all rows in a group. */
  resolveAll(asked: 'decision' | 'destination'): Promise<void> {
    return this.#resolve(() => this.#rows.roots.filter(({ under }) => statuses[under].asks === asked));
  }

  async #resolve(which: () => readonly PlanNode[]): Promise<void> {
    const { plan } = this;
    const rows = which();
    const before = plan?.settled;
    const settledPlan = plan?.isIdle === true ? await plan.resolve(rows) : undefined;
    if (settledPlan === undefined || this.plan !== plan) {
      return;
    }
    if (plan?.settled !== before) {
      // What the rows show has changed since they were asked about.
      return this.#resolve(which);
    }
    this.#settle(settledPlan);
    await this.#focus(this.#rows.of(rows[0]?.files[0] ?? ''));
  }

  /** Returns the files of a row, or of all selected rows, that the run has not published. */
  notPublished(row: unknown): readonly string[] {
    const { run, indexes } = this.#watched ?? {};
    const uris = this.#selected(row).flatMap(({ files }) => files);
    return uris.filter((uri) => !isPublished(run?.state(indexes?.get(uri) ?? -1)));
  }

  shows(run: Run | undefined): boolean {
    return this.#watched !== undefined && this.#watched.run === run;
  }

  /** Returns the wiki's message about a file of the last run that was not published, or why it was not sent. */
  messageOf(uri: vscode.Uri): string | undefined {
    return this.#watched?.messageOf(uri);
  }

  /** Starts to show the progress of a run. False if the run has a single file and no plan was shown. */
  async begin(run: Run): Promise<boolean> {
    if (this.#plan === undefined && run.files.length + run.blocked.length < 2) {
      return false;
    }
    this.keep();
    this.#watched = new WatchedRun(run);
    this.#rows = this.#plan === undefined ? new PlanRows() : this.#rows;
    this.#rows.build(this.#entries);
    this.#redrawing.dispose();
    const everyMs = run.files.length > mostListed ? redrawManyMs : redrawMs;
    this.#redrawing = new Throttle(everyMs, () => this.#redraw());
    await this.#enter('running');
    await (this.#plan === undefined ? this.#focus(this.#rows.roots[0]) : undefined);
    return true;
  }

  /** Redraws a file of the run that began or ended. */
  changed(index: number): void {
    this.#drawn.add(index);
    this.#redrawing.call();
  }

  /** Shows a sentence above the rows, since VS Code does not show the description of a container's only view. */
  tell(sentence: string): void {
    this.tree.message = sentence;
  }

  /** Groups the files by their outcomes. */
  async end(): Promise<void> {
    const watched = this.#watched;
    if (watched !== undefined) {
      this.#plan = undefined;
      this.tell(runSummary(watched.run));
      this.#rows.build(watched.entries(true));
      await this.#enter('outcome');
      const canResume = !watched.run.complete;
      await vscode.commands.executeCommand('setContext', 'publishToWiki.planCanResume', canResume);
    }
  }

  /** Shows what a send outside of a run means for the row of its file. */
  async sentAlone(sent: SentAlone): Promise<void> {
    (this.#openPlan === undefined ? this.#sentAlone : this.#written).add(sent.uri);
    const watched = this.#watched;
    const isNews = watched?.run.sentAlone(sent) === true;
    if (isNews && this.#phase === 'outcome') {
      await this.end();
    } else if (isNews) {
      this.changed(watched.indexes.get(sent.uri) ?? -1);
    }
  }

  layOut(layout: Layout): void {
    this.#rows.build(this.#entries, layout);
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
    return node.kind === 'file'
      ? fileItem(plan ? planRow(node, plan.shown, plan.asking) : rowInRun(node, this.#watched))
      : groupItem(groupRow(node, plan?.shown, this.#rows.isLong));
  }

  resolveTreeItem(item: vscode.TreeItem, node: PlanNode): vscode.TreeItem {
    const { plan } = this;
    if (node.kind === 'file') {
      item.tooltip = plan ? planTooltip(node, plan.shown, plan.asking) : runTooltip(node, this.#watched);
    }
    return item;
  }

  dispose(): void {
    this.#redrawing.dispose();
    this.#written.dispose();
    this.tree.dispose();
    this.#changed.dispose();
  }

  /** Returns the selected rows if a button's row is one of them, or else that row. Without a row, returns the selection. */
  #selected(argument: unknown): readonly PlanNode[] {
    const { selection } = this.tree;
    const row = this.#rows.read(argument);
    return row === undefined || selection.includes(row) ? selection : [row];
  }

  get #entries(): readonly PlanEntry[] {
    const [plan, watched] = [this.#plan, this.#watched];
    return plan === undefined
      ? (watched?.entries(this.#phase === 'outcome') ?? [])
      : (watched?.entriesIn(plan) ?? plan.entries);
  }

  #check(rows: readonly PlanNode[], isChecked: boolean): void {
    const { plan } = this;
    if (plan !== undefined) {
      this.#settle(plan.checking(rows, isChecked));
    }
  }

  /** Shows a settled plan. The rows are rebuilt only for another plan. */
  #settle(settled: AnsweredPlan, isByPerson = true): void {
    const plan = this.#plan;
    if (plan === undefined) {
      return;
    }
    const isSamePlan = plan.settled.plan === settled.plan;
    plan.settle(settled, isByPerson);
    this.keep();
    if (!isSamePlan) {
      this.#rows.build(plan.entries);
      this.#lookUpNames(plan);
    }
    this.#changed.fire(isSamePlan ? [...this.#rows.roots] : undefined);
    this.#tellPlan(plan);
  }

  async #reread(uris: ReadonlySet<string>): Promise<void> {
    const plan = this.#openPlan;
    const settled = await plan?.reread(uris);
    if (settled !== undefined && this.#openPlan === plan) {
      this.#settle(settled, false);
    }
  }

  #redraw(): void {
    const indexes = [...this.#drawn];
    this.#drawn.clear();
    const files = this.#watched?.run.files ?? [];
    const rows = indexes.flatMap((index) => this.#rows.of(files[index]?.file.uri ?? '') ?? []);
    // Names may appear in any row of a plan. Otherwise only changed rows are redrawn, since each redraw takes memory in VS Code.
    this.#changed.fire(this.plan === undefined ? rows : undefined);
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
      // The rows were rebuilt meanwhile, but the view has the focus.
    }
  }

  #tellLayout(): void {
    void vscode.commands.executeCommand('setContext', 'publishToWiki.planLayout', this.#rows.layout);
  }

  #tellPlan(plan: OpenPlan): void {
    void plan.tell((sentence, { going, decision, destination }) => {
      if (this.plan === plan) {
        this.tell(`${plan.title}: ${sentence}`);
        this.tree.badge = { value: going, tooltip: sentence };
        void vscode.commands.executeCommand('setContext', 'publishToWiki.planIsUndecided', decision > 0);
        void vscode.commands.executeCommand('setContext', 'publishToWiki.planIsUnplaced', destination > 0);
      }
    });
  }

  /** Not awaited, since the rows show IDs until the names are known. */
  #lookUpNames(plan: OpenPlan): void {
    void plan.asking.names.lookUp(plan.places, () => this.#redrawing.call());
  }
}
