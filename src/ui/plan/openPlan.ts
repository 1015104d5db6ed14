import * as vscode from 'vscode';
import { isPublished } from '../../core/plan/fileOutcome';
import type { FileState } from '../../core/plan/fileState';
import { parentFileOf, type PlanFile } from '../../core/plan/row';
import type { Run } from '../../core/plan/run';
import { isReady, openIn, type AnsweredPlan } from '../../core/plan/answeredPlan';
import { statuses, type StatusKind } from '../../core/plan/pageStatus';
import { countsOf, sendableOf, type PlanCounts } from '../../core/view/planGroups';
import type { PlanEntry, PlanNode } from '../../core/view/planTree';
import { ignoredText, planSentence } from '../../services/plan/planTexts';
import type { PlaceWithoutTitle } from '../../services/wiki/placeNames';
import type { IgnoredPlace } from '../../services/workspace/filesToPublish';
import { watchMarkdown } from '../page/watchMarkdown';
import { askPlan } from './askPlan';
import { sendableIn, type ShownPlan } from './planItem';
import { resolveRows, type AskPlanDependencies } from './resolveRows';

/** Reads the current state of files. */
export type ReadFiles = (files: readonly PlanFile[]) => Promise<readonly PlanFile[]>;

/** A plan that is shown, with the person's answers so far. */
export class OpenPlan {
  #shown: ShownPlan;
  /** Whether the person checked or decided anything. */
  isTouched = false;
  /** The files that lost their check marks since they were written, and get them back once a publish would send them. */
  readonly #uncheckedMeanwhile = new Set<string>();
  /** The states of files before they were written: they stay in their groups until Refresh Plan. */
  readonly #before = new Map<string, StatusKind>();

  #press: ((isWanted: boolean) => void) | undefined;
  #isLeft = false;
  /** Whether the person still decides what to do with it. */
  isOpen = true;

  constructor(
    readonly title: string,
    readonly asking: AskPlanDependencies,
    private readonly ignored: readonly IgnoredPlace[],
    private now: AnsweredPlan,
    private readonly read: ReadFiles,
  ) {
    this.#shown = this.#show();
  }

  get settled(): AnsweredPlan {
    return this.now;
  }

  get shown(): ShownPlan {
    return this.#shown;
  }

  /** The files that the person unchecked. */
  get unchecked(): readonly string[] {
    // An empty check box says nothing of a file that could not be checked before.
    const couldNot = (uri: string): boolean => {
      const kind = this.#before.get(uri);
      return kind === 'blocked' || (kind !== undefined && statuses[kind].isSettled === true);
    };
    return [...this.now.plan.ticked].filter(
      (uri) => !this.now.checked.has(uri) && !couldNot(uri) && !this.#uncheckedMeanwhile.has(uri),
    );
  }

  get entries(): readonly PlanEntry[] {
    return [
      ...this.now.plan.rows.map((row) => ({
        uri: row.file.uri,
        path: row.file.path,
        under: this.#before.get(row.file.uri) ?? row.status.kind,
        above: parentFileOf(row),
      })),
      ...this.ignored.map(({ uri, path }) => ({ uri, path, under: 'leftOut' as const })),
    ];
  }

  /** The spaces and parent pages whose names are shown. */
  get places(): readonly PlaceWithoutTitle[] {
    return this.now.plan.rows.flatMap(({ decision }) => {
      const { connection, target, change } = decision ?? {};
      const from = change !== undefined && 'from' in change && change.from ? [change.from.place] : [];
      return connection === undefined || target === undefined
        ? from
        : [{ endpoint: connection.endpoint, ...target }, ...from];
    });
  }

  /** `isByPerson`: whether the person made the change. */
  settle(settled: AnsweredPlan, isByPerson: boolean): void {
    const isSamePlan = settled.plan === this.now.plan;
    this.isTouched ||= isByPerson;
    this.now = settled;
    this.#shown = isSamePlan
      ? { ...this.#shown, checked: settled.checked, unmetNeeds: unmetNeedsOf(settled) }
      : this.#show();
  }

  /** Returns the plan with these rows checked or unchecked. Rows that can't be sent stay unchecked. */
  checking(rows: readonly PlanNode[], isChecked: boolean): AnsweredPlan {
    const { plan, checked } = this.now;
    const uris = new Set(rows.flatMap((row) => sendableIn(row, this.#shown)));
    uris.forEach((uri) => this.#uncheckedMeanwhile.delete(uri));
    const others = [...checked].filter((uri) => !uris.has(uri));
    return { plan, checked: new Set(isChecked ? [...others, ...uris] : others) };
  }

  /**
   * Reads the plan's files among these again. Their rows, and others that this changes, stay in place and show what a publish
   * would do now.
   */
  async reread(uris: ReadonlySet<string>): Promise<AnsweredPlan | undefined> {
    const files = [...uris].flatMap((uri) => this.#shown.rows.get(uri)?.file ?? []);
    if (files.length === 0) {
      return undefined;
    }
    const read = await this.read(files);
    const before = this.#shown.rows;
    const plan = this.now.plan.withFiles(new Map(read.map((file) => [file.uri, file])));
    const sendable = sendableOf(plan.rows);
    const checked = new Set(this.now.checked);
    for (const { file, status } of plan.rows) {
      const { uri } = file;
      const shown = before.get(uri);
      if (shown === undefined || (shown.status.kind === status.kind && !uris.has(uri))) {
        continue;
      }
      this.#before.set(uri, this.#before.get(uri) ?? shown.status.kind);
      const isUnchanged = status.kind === 'unchanged' && shown.status.kind !== status.kind;
      const isSendable = sendable.has(uri) || status.kind === 'unplaced';
      if ((isUnchanged || !isSendable) && checked.delete(uri)) {
        this.#uncheckedMeanwhile.add(uri);
      } else if (isSendable && status.kind !== 'unchanged' && this.#uncheckedMeanwhile.delete(uri)) {
        checked.add(uri);
      }
    }
    return { plan, checked };
  }

  /** Asks for the decisions of these rows. Undefined if the person cancelled. */
  resolve(rows: readonly PlanNode[]): Promise<AnsweredPlan | undefined> {
    const uris = new Set(rows.flatMap(({ files }) => files));
    const open = this.now.plan.rows.filter((row) => uris.has(row.file.uri) && openIn(row) !== undefined);
    // What was decided is asked again only where nothing else is open
    const undecided = open.filter(({ file }) => !this.#shown.sendable.has(file.uri));
    return resolveRows(this.asking, this.title, this.now, undecided.length > 0 ? undecided : open);
  }

  /** Whether no question is open. */
  get isIdle(): boolean {
    return this.#press !== undefined;
  }

  /** Resolves once the person publishes it, with answers to its open questions; with undefined if they give it up. */
  async decided(show: (settled: AnsweredPlan) => void): Promise<AnsweredPlan | undefined> {
    try {
      let isWanted = await this.#pressed();
      while (isWanted) {
        const before = this.now;
        const next = await askPlan(this.asking, this.title, before);
        if (next !== undefined && this.now !== before) {
          // The person answered for what was shown before, so they are asked again.
          continue;
        }
        if (next !== undefined && isReady(next) && (await this.asking.hasTokens(next))) {
          return next;
        }
        if (next !== undefined) {
          show(next);
        }
        isWanted = await this.#pressed();
      }
      return undefined;
    } finally {
      this.isOpen = false;
    }
  }

  publish(): void {
    this.#press?.(true);
  }

  /** Gives it up, which closes an open question too. */
  leave(): void {
    this.#isLeft = true;
    if (this.#press === undefined) {
      void vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }
    this.#press?.(false);
  }

  /** Resolves with true when the person publishes the plan, false when they give it up. */
  async #pressed(): Promise<boolean> {
    if (this.#isLeft) {
      return false;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#press = resolve;
    const isWanted = await promise;
    this.#press = undefined;
    return isWanted;
  }

  /** Tells which files have to be read again: those that are written, and all when workspace folders change. */
  watch(tell: (uris: readonly string[]) => void): vscode.Disposable {
    const written = (uri: vscode.Uri): void => tell([uri.toString()]);
    return vscode.Disposable.from(
      watchMarkdown(written, written),
      vscode.workspace.onDidChangeWorkspaceFolders(() =>
        tell(this.now.plan.rows.map(({ file }) => file.uri)),
      ),
    );
  }

  /** Reports what the plan will do. It is reported again once it is known how many files are sent twice. */
  async tell(tell: (sentence: string, counts: PlanCounts) => void): Promise<void> {
    const { now } = this;
    const counts = countsOf(now, this.#shown.sendable);
    tell(planSentence(counts, 0), counts);
    const twice = now.plan.twice(now.checked, await this.asking.lookedUp());
    if (twice > 0 && this.now === now) {
      tell(planSentence(counts, twice), counts);
    }
  }

  #show(): ShownPlan {
    const { plan, checked } = this.now;
    return {
      rows: new Map(plan.rows.map((row) => [row.file.uri, row])),
      sendable: sendableOf(plan.rows),
      checked,
      unmetNeeds: unmetNeedsOf(this.now),
      leftOut: new Map(this.ignored.map((each) => [each.uri, ignoredText(each)])),
    };
  }
}

function unmetNeedsOf({ plan, checked }: AnsweredPlan): ShownPlan['unmetNeeds'] {
  const rows = plan.rowsWith(checked).filter((row, index) => row !== plan.rows[index]);
  return new Map(rows.map(({ file, status: { reason = '' } }) => [file.uri, reason]));
}

/** What was not begun when the run ended is not sent. */
function endedAs(state: FileState): StatusKind {
  return typeof state === 'string' ? 'not sent' : state.kind;
}

/** A run that is shown, with its outcome. */
export class WatchedRun {
  /** The indexes of the files in the run, by their addresses. */
  readonly indexes = new Map<string, number>();

  constructor(readonly run: Run) {
    this.#index();
  }

  /** `isOver`: whether the files are grouped by their outcomes. */
  entries(isOver: boolean): readonly PlanEntry[] {
    const { run } = this;
    // A blocked file is one of the run's once it was published by itself.
    this.#index();
    return [
      ...run.files.map(({ file, path, under }, index) => ({
        uri: file.uri,
        path,
        under: isOver ? endedAs(run.state(index)) : ('waiting' as const),
        above: under,
      })),
      ...run.blocked.map(({ uri, path }) => ({ uri, path, under: 'blocked' as const })),
    ];
  }

  /** Returns the rows of the plan that the run was made from. */
  entriesIn(plan: OpenPlan): readonly PlanEntry[] {
    return plan.entries.map((entry) =>
      this.indexes.has(entry.uri) ? { ...entry, under: 'waiting' } : entry,
    );
  }

  #index(): void {
    this.run.files.forEach(({ file }, index) => this.indexes.set(file.uri, index));
  }

  /** Returns the wiki's message about a file that was not published, or why it was not sent. */
  messageOf(uri: vscode.Uri): string | undefined {
    const state = this.run.state(this.indexes.get(uri.toString()) ?? -1);
    return typeof state === 'object' && !isPublished(state) ? state.message : undefined;
  }
}
