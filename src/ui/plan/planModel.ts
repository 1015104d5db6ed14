import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isReady, answerableIn, type AnsweredPlan } from '../../core/plan/answeredPlan';
import { statusOfState, statuses, type PageStatus, type StatusKind } from '../../core/plan/pageStatus';
import { Plan } from '../../core/plan/plan';
import { parentFileOf, type PlanFile, type PlanRow } from '../../core/plan/row';
import type { Run } from '../../core/plan/run';
import type { RunFile, OutsideSend } from '../../core/plan/runFile';
import { outcomeEntries, sendableOf, unmetNeedsOf } from '../../core/view/planGroups';
import type { PlanEntry } from '../../core/view/planTree';
import { ignoredText, planTextsOf, type PlanTextsDependencies } from '../../services/plan/planTexts';
import type { EndedRun } from '../../services/plan/runs';
import type { IgnoredUri } from '../../services/workspace/filesToPublish';
import { watchMarkdown } from '../page/watchMarkdown';
import { Throttle } from '../prompt/throttle';
import type { TargetToSave } from '../publish/saveTarget';
import type { WindowServices } from '../windowServices';
import { askPlan, askRows, askTokens } from './askPlan';
import { readAgain } from './readAgain';

const rereadMs = 100;
/** Before the files are read, and once the run has ended. */
const nothing: AnsweredPlan = { plan: new Plan([]), checked: new Set() };

/** What was asked to be published, so that the plan can be made again. */
export interface PlanSource {
  readonly kind: 'folder' | 'changed';
  /** The chosen files and folders; empty for all workspace folders. */
  readonly chosen: readonly string[];
}

/** `row`: the state of one file of the run. */
export type PlanChange =
  { readonly kind: 'phase' | 'rows' | 'checks' } | { readonly kind: 'row'; readonly uri: string };

/** What the person asked to publish: a plan with their answers, then its run, then the outcome. */
export class PlanModel {
  readonly title: string;
  readonly texts: PlanTextsDependencies;
  /** The skipped files, which are added while the files are found. */
  readonly ignored: IgnoredUri[] = [];
  /** Whether the person checked or decided anything. */
  isTouched = false;
  /** How many pages of the run will be sent again. */
  twice = 0;
  report: vscode.Uri | undefined;
  ended: EndedRun | undefined;
  /** The new pages whose targets only this computer knows, where the person is asked whether they are saved. */
  unsaved: readonly TargetToSave[] = [];

  readonly #changed = new vscode.EventEmitter<PlanChange>();
  readonly onDidChange = this.#changed.event;
  /** The folders that were open when the plan was made. */
  readonly #folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => `${uri.toString()}/`);
  #phase: 'plan' | 'running' | 'outcome' = 'plan';
  #answered = nothing;
  #rows: ReadonlyMap<string, PlanRow> = new Map();
  #sendable: ReadonlySet<string> = new Set();
  #unmetNeeds: ReadonlyMap<string, string> = new Map();
  /** Why files were left out. */
  #leftOut: ReadonlyMap<string, string> = new Map();
  #run: Run | undefined;
  /** The indexes of the files in the run. */
  readonly #indexes = new Map<string, number>();
  /** Ends the person’s decision; undefined while they have none to make. */
  #decide: ((answered: AnsweredPlan | undefined) => void) | undefined;
  #isAsking = false;
  /** The files that may have changed, and are read again while the person decides. */
  readonly #stale = new Set<string>();
  readonly #reading = new Throttle(rereadMs, () => void this.#readAgain());
  /** The files that lost their check marks since they were written, and get them back once a publish would send them. */
  readonly #uncheckedMeanwhile = new Set<string>();
  /** The states of files before they were written: they stay in their groups until Refresh Plan. */
  readonly #before = new Map<string, StatusKind>();

  /** `source`: undefined for what earlier runs left. `wasUnchecked`: in an earlier version of the plan; undefined if it is new. */
  constructor(
    readonly services: WindowServices,
    readonly source?: PlanSource,
    readonly wasUnchecked?: readonly string[],
  ) {
    this.title = titleOf(source);
    this.texts = planTextsOf(services);
  }

  get phase(): 'plan' | 'running' | 'outcome' {
    return this.#phase;
  }

  get answered(): AnsweredPlan {
    return this.#answered;
  }

  get run(): Run | undefined {
    return this.#run;
  }

  /** Whether the person still decides what to do with it. */
  get isOpen(): boolean {
    return this.#decide !== undefined;
  }

  /** The rows of the plan, by file. */
  get rows(): ReadonlyMap<string, PlanRow> {
    return this.#rows;
  }

  /** The files that can be checked. */
  get sendable(): ReadonlySet<string> {
    return this.#sendable;
  }

  /** The links of files, where they lead to a file without a check mark and this is a problem. */
  get unmetNeeds(): ReadonlyMap<string, string> {
    return this.#unmetNeeds;
  }

  /** The files that the person unchecked. */
  get unchecked(): readonly string[] {
    const { plan, checked } = this.#answered;
    // An empty check box says nothing of a file that could not be checked before.
    const couldNot = (uri: string): boolean => {
      const kind = this.#before.get(uri);
      return kind === 'blocked' || (kind !== undefined && statuses[kind].needsNothing === true);
    };
    return [...plan.initiallyChecked].filter(
      (uri) => !checked.has(uri) && !couldNot(uri) && !this.#uncheckedMeanwhile.has(uri),
    );
  }

  /** All files, each with the state by which it is grouped. */
  get entries(): readonly PlanEntry[] {
    if (this.#run !== undefined && this.#phase === 'outcome') {
      return outcomeEntries(this.#run);
    }
    const rows = this.#answered.plan.rows.map((row): PlanEntry => {
      const { uri, path } = row.file;
      const under = this.#indexes.has(uri) ? 'waiting' : (this.#before.get(uri) ?? row.status.kind);
      return { uri, path, status: under, parentUri: parentFileOf(row) };
    });
    const left = this.ignored.filter(({ uri }) => this.#leftOut.has(uri));
    return [...rows, ...left.map(({ uri, path }): PlanEntry => ({ uri, path, status: 'leftOut' }))];
  }

  /** Returns why a file is no part of the plan. */
  whyLeftOut(uri: string): string | undefined {
    return this.#leftOut.get(uri);
  }

  /** Takes a plan that was made, without asking about it. */
  take(answered: AnsweredPlan): void {
    const isSamePlan = answered.plan === this.#answered.plan;
    this.#answered = answered;
    if (!isSamePlan) {
      this.#rows = new Map(answered.plan.rows.map((row) => [row.file.uri, row]));
      this.#sendable = sendableOf(answered.plan.rows);
    }
    this.#unmetNeeds = unmetNeedsOf(answered);
  }

  /** Resolves with the plan as the person publishes it; with undefined if they give it up. */
  async decided(answered: AnsweredPlan): Promise<AnsweredPlan | undefined> {
    // What is left out is listed only for chosen files and folders.
    const listed = (this.source?.chosen.length ?? 0) > 0 ? this.ignored : [];
    this.#leftOut = new Map(listed.map((each) => [each.uri, ignoredText(each)]));
    this.#before.clear();
    this.#uncheckedMeanwhile.clear();
    this.take(answered);
    const { promise, resolve } = Promise.withResolvers<AnsweredPlan | undefined>();
    this.#decide = resolve;
    const written = (uri: vscode.Uri): void => this.#mayDiffer([uri.toString()]);
    const watching = vscode.Disposable.from(
      watchMarkdown(written, written),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#mayDiffer(this.#rows.keys())),
    );
    this.#reading.call();
    try {
      return await promise;
    } finally {
      watching.dispose();
    }
  }

  /** Publishes the plan, once its open questions are answered. */
  async publish(): Promise<void> {
    if (this.#decide === undefined || this.#isAsking) {
      return;
    }
    this.#isAsking = true;
    try {
      let before, next;
      do {
        // What the person answered for what was shown before is asked again.
        before = this.#answered;
        next = await askPlan(this.services, this.title, before);
      } while (next !== undefined && this.#answered !== before);
      if (next !== undefined && isReady(next) && (await askTokens(this.services, next))) {
        // Nothing is redrawn here, since the run redraws it soon.
        this.take(next);
        this.#close(next);
      } else if (next !== undefined && this.isOpen) {
        this.#answer(next);
      }
    } finally {
      this.#isAsking = false;
    }
  }

  /** Gives the plan up, which closes an open question too. False if the person has decided already. */
  leave(): boolean {
    const { isOpen } = this;
    if (isOpen && this.#isAsking) {
      void vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }
    this.#close(undefined);
    return isOpen;
  }

  /** Checks or unchecks files. What can't be sent stays unchecked. */
  check(uris: readonly string[], isChecked: boolean): void {
    const { plan, checked } = this.#answered;
    const changed = new Set(uris.filter((uri) => this.#sendable.has(uri)));
    changed.forEach((uri) => this.#uncheckedMeanwhile.delete(uri));
    const others = [...checked].filter((uri) => !changed.has(uri));
    this.#answer({ plan, checked: new Set(isChecked ? [...others, ...changed] : others) });
  }

  /** Asks for the decisions about files. Resolves with false if there was none to make, or the person cancelled. */
  async resolve(files: () => readonly string[]): Promise<boolean> {
    const before = this.#answered;
    const uris = new Set(files());
    const open = before.plan.rows.filter((row) => uris.has(row.file.uri) && answerableIn(row) !== undefined);
    // What was decided is asked again only where nothing else is open.
    const undecided = open.filter(({ file }) => !this.#sendable.has(file.uri));
    const asked = undecided.length > 0 ? undecided : open;
    const next = this.#isAsking ? undefined : await askRows(this.services, this.title, before, asked);
    if (next === undefined || !this.isOpen) {
      return false;
    }
    if (this.#answered !== before) {
      // What the rows show has changed since they were asked about.
      return this.resolve(files);
    }
    this.#answer(next);
    return true;
  }

  begin(run: Run): void {
    this.#run = run;
    this.#enter('running');
  }

  /** A file of the run began or ended. */
  changed(index: number): void {
    this.#changed.fire({ kind: 'row', uri: this.#run?.files[index]?.file.uri ?? '' });
  }

  end(): void {
    this.take(nothing);
    this.#enter('outcome');
  }

  /** Takes the outcome of a file that was sent outside of the run. */
  sentAlone(sent: OutsideSend): void {
    if (this.#run === undefined) {
      this.#mayDiffer([sent.uri]);
    } else if (this.#run.sentOutside(sent)) {
      // A blocked file is one of the run’s once it was published by itself.
      this.#index();
      this.#changed.fire(this.#phase === 'outcome' ? { kind: 'phase' } : { kind: 'row', uri: sent.uri });
    }
  }

  /** Returns the file of the run; undefined if it is no part of it. */
  runFile(uri: string): RunFile | undefined {
    return this.#run?.files[this.#indexes.get(uri) ?? -1];
  }

  /** Returns the state of a file in the run; what is no part of it is left out. */
  statusInRun(uri: string): PageStatus {
    const index = this.#indexes.get(uri);
    if (this.#run !== undefined && index !== undefined) {
      return statusOfState(this.#run.state(index));
    }
    const blocked = this.#run?.blocked.find((each) => each.uri === uri);
    return blocked === undefined
      ? { kind: 'leftOut', reason: l10n.t('Not part of this run') }
      : { kind: 'blocked', reason: blocked.reason };
  }

  /** Returns the wiki's message about a file that was not published, or why it was not sent. */
  messageOf(uri: string): string | undefined {
    const { kind, reason } = this.statusInRun(uri);
    return this.#indexes.has(uri) && kind !== 'published' ? reason : undefined;
  }

  #enter(phase: PlanModel['phase']): void {
    this.#phase = phase;
    this.#index();
    this.#changed.fire({ kind: 'phase' });
  }

  #index(): void {
    this.#run?.files.forEach(({ file }, index) => this.#indexes.set(file.uri, index));
  }

  #close(answered: AnsweredPlan | undefined): void {
    this.#decide?.(answered);
    this.#decide = undefined;
  }

  #answer(answered: AnsweredPlan): void {
    this.isTouched = true;
    this.#show(answered);
  }

  #show(answered: AnsweredPlan): void {
    const { plan } = this.#answered;
    this.take(answered);
    this.#changed.fire({ kind: answered.plan === plan ? 'checks' : 'rows' });
  }

  #mayDiffer(uris: Iterable<string>): void {
    [...uris].forEach((uri) => this.#stale.add(uri));
    this.#reading.call();
  }

  /**
   * Reads the plan’s files again that may differ. Their rows, and others that this changes, stay in place and show what a
   * publish would do now.
   */
  async #readAgain(): Promise<void> {
    const files = this.isOpen ? [...this.#stale].flatMap((uri) => this.#rows.get(uri)?.file ?? []) : [];
    if (files.length === 0) {
      return;
    }
    this.#stale.clear();
    const read = await readAgain(this.services, files, this.#folders);
    if (read.size > 0 && this.isOpen) {
      this.#show(this.#withFiles(read));
    }
  }

  #withFiles(read: ReadonlyMap<string, PlanFile>): AnsweredPlan {
    const plan = this.#answered.plan.withFiles(read);
    const sendable = sendableOf(plan.rows);
    const checked = new Set(this.#answered.checked);
    for (const { file, status } of plan.rows) {
      const { uri } = file;
      const shown = this.#rows.get(uri);
      if (shown === undefined || (shown.status.kind === status.kind && !read.has(uri))) {
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
}

function titleOf(source: PlanSource | undefined): string {
  if (source === undefined) {
    return l10n.t('Publish the Rest');
  }
  return source.kind === 'changed'
    ? l10n.t('Publish Changed Files')
    : source.chosen.length > 1
      ? l10n.t('Publish Selected Files to Wiki')
      : l10n.t('Publish Folder to Wiki');
}
