import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { isReady, type AnsweredPlan } from '../../core/plan/answeredPlan';
import { askedFor, isAsked, type State } from '../../core/publish/states';
import { Plan } from '../../core/plan/plan';
import { isSendable, parentUriOf, shownState, type PlanFile, type PlanRow } from '../../core/plan/row';
import type { Run } from '../../core/plan/run';
import type { RunFile, OutsideSend } from '../../core/plan/runFile';
import { unmetNeedsOf, withSecretsFirst } from '../../core/view/planGroups';
import type { PlanEntry } from '../../core/view/planTree';
import { ignoredText, textsDependenciesOf, type PlanTextsDependencies } from '../../services/plan/planTexts';
import { beginReading } from '../../services/publish/reading';
import { readForPlan } from '../../services/publish/readForPublish';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';
import type { EndedRun } from '../../services/plan/runs';
import type { IgnoredUri } from '../../services/workspace/filesToPublish';
import { watchMarkdown } from '../page/watchMarkdown';
import { Throttle } from '../prompt/throttle';
import type { TargetToSave } from '../publish/saveTarget';
import type { WindowServices } from '../windowServices';
import { askPlan, askRows, askTokens } from './askPlan';
import { folderNameOf, titleOf, type PlanSource } from './planSource';

const rereadMs = 100;
const readers = 8;
/** The plan until the files are read, and after the run. */
const emptyPlan: AnsweredPlan = { plan: new Plan([]), checked: new Set() };

/** `checks`: only check boxes changed. `row`: the state of one file in the run changed. */
export type PlanChange =
  | { readonly kind: 'phase' | 'rows' | 'checks' }
  | { readonly kind: 'row'; readonly uri: string };

/** Goes through three phases: the plan with the person’s answers, its run, and the outcome. */
export class PlanModel {
  readonly title: string;
  /** Shorter than the title, for the sentence in the view of the plan, which is narrow. */
  readonly name: string;
  readonly textsDependencies: PlanTextsDependencies;
  /** Files that are skipped, such as those that a `.wikiignore` names; the search adds them as it finds them. */
  readonly ignored: IgnoredUri[] = [];
  /** Whether the person checked or decided anything, which would be lost with the plan. */
  isTouched = false;
  /** How many pages are sent twice, since they link to new pages whose addresses are known only at the end. */
  twice = 0;
  /** What the person should know of the plan as a whole; empty if there is nothing. */
  note = '';
  reportUri: vscode.Uri | undefined;
  ended: EndedRun | undefined;
  /** Targets of new pages that only this computer knows; the notification about a complete run offers to save them. */
  unsaved: readonly TargetToSave[] = [];

  readonly #changed = new vscode.EventEmitter<PlanChange>();
  readonly onDidChange = this.#changed.event;
  /** The workspace folders when the plan was made: a file whose folder was closed since can’t be sent. */
  readonly #folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => `${uri.toString()}/`);
  #phase: 'plan' | 'running' | 'outcome' = 'plan';
  #answered = emptyPlan;
  #rows: ReadonlyMap<string, PlanRow> = new Map();
  #unmetNeeds: ReadonlyMap<string, string> = new Map();
  /** Why each file is left out, by URI. */
  #leftOut: ReadonlyMap<string, string> = new Map();
  #run: Run | undefined;
  /** The index of each file in the run, by URI. */
  readonly #indexes = new Map<string, number>();
  /** Resolves the promise of `waitForPublish`; undefined while no plan waits for the person. */
  #decide: ((answered: AnsweredPlan | undefined) => void) | undefined;
  #isAsking = false;
  #isMade = false;
  readonly #making = new AbortController();
  /** URIs of files that may have changed since they were read; they are read again only while the plan is open. */
  readonly #stale = new Set<string>();
  readonly #reading = new Throttle(rereadMs, () => void this.#readAgain());
  /**
   * URIs of files that lost their check marks when they were read again, since they had become unchanged or could not
   * be sent. They get the marks back once that is over.
   */
  readonly #uncheckedMeanwhile = new Set<string>();
  /** What the person unchecked, in this plan or in the earlier one that it makes again. */
  readonly #unchecked: Set<string>;

  /**
   * `source`: undefined for Publish the Rest. `wasUnchecked`: what the person unchecked in the plan that is made again;
   * undefined for a new plan.
   */
  constructor(
    readonly services: WindowServices,
    readonly source?: PlanSource,
    readonly wasUnchecked?: readonly string[],
  ) {
    this.title = titleOf(source);
    this.name = folderNameOf(source) ?? this.title;
    this.#unchecked = new Set(wasUnchecked);
    this.textsDependencies = textsDependenciesOf(services);
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

  get isOpen(): boolean {
    return this.#decide !== undefined;
  }

  get rows(): ReadonlyMap<string, PlanRow> {
    return this.#rows;
  }

  /** Whether the file has a check box: nothing blocks it, and no question about it is open. */
  isSendable(uri: string): boolean {
    const row = this.#rows.get(uri);
    return row !== undefined && isSendable(row);
  }

  /** What is wrong with each checked file that links to an unpublished file without a check mark, by URI. */
  get unmetNeeds(): ReadonlyMap<string, string> {
    return this.#unmetNeeds;
  }

  /** URIs of files that a new plan would check, but that the person unchecked; not of those that an edit unchecked. */
  get unchecked(): readonly string[] {
    const { plan, checked } = this.#answered;
    return [...this.#unchecked].filter((uri) => plan.initiallyChecked.has(uri) && !checked.has(uri));
  }

  get entries(): readonly PlanEntry[] {
    if (this.#run !== undefined && this.#phase === 'outcome') {
      return this.#run.rows.map((row) => ({ ...row, status: row.status.kind }));
    }
    const rows = withSecretsFirst(this.#answered.plan.rows).map((row): PlanEntry => {
      const { uri, path } = row.file;
      const under = this.#indexes.has(uri) ? 'waiting' : shownState(row).kind;
      return { uri, path, status: under, parentUri: parentUriOf(row) };
    });
    const left = this.ignored.filter(({ uri }) => this.#leftOut.has(uri));
    return [...rows, ...left.map(({ uri, path }): PlanEntry => ({ uri, path, status: 'leftOut' }))];
  }

  whyLeftOut(uri: string): string | undefined {
    return this.#leftOut.get(uri);
  }

  /** Takes over plan and check marks; fires no event and, unlike `waitForPublish`, does not wait for the person. */
  take(answered: AnsweredPlan): void {
    const isSamePlan = answered.plan === this.#answered.plan;
    this.#answered = answered;
    if (!isSamePlan) {
      this.#rows = new Map(answered.plan.rows.map((row) => [row.file.uri, row]));
    }
    this.#unmetNeeds = unmetNeedsOf(answered);
  }

  /** Resolves with the plan as the person publishes it; with undefined if they give it up. */
  async waitForPublish(answered: AnsweredPlan): Promise<AnsweredPlan | undefined> {
    // For Publish Changed Files, nobody chose the skipped files, so only those without a destination are listed.
    const isFolder = this.source?.kind === 'folder';
    const listed = this.ignored.filter(({ by }) => isFolder || by === 'noDestination');
    this.#leftOut = new Map(listed.map((each) => [each.uri, ignoredText(each)]));
    this.#uncheckedMeanwhile.clear();
    this.take(answered);
    const { promise, resolve } = Promise.withResolvers<AnsweredPlan | undefined>();
    this.#decide = resolve;
    const written = (uri: vscode.Uri): void => this.#mayDiffer([uri.toString()]);
    const watching = vscode.Disposable.from(
      watchMarkdown(written, written),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#mayDiffer(this.#rows.keys())),
      this.services.platformTokens.watch(() => this.#mayDiffer(this.#rows.keys())),
    );
    this.#reading.call();
    try {
      return await promise;
    } finally {
      watching.dispose();
    }
  }

  /** Asks the open questions and for missing API tokens first. Unless all are answered, the plan stays open. */
  async publish(): Promise<void> {
    if (this.#decide === undefined || this.#isAsking) {
      return;
    }
    this.#isAsking = true;
    try {
      let before, next;
      do {
        // If the plan changed during the questions, the answers are about an older one, and the questions are
        // asked again.
        before = this.#answered;
        next = await askPlan(this.services, this.title, before);
      } while (next !== undefined && this.#answered !== before);
      if (next !== undefined && isReady(next) && (await askTokens(this.services, next))) {
        // `take` fires no event, since the run that begins now redraws all rows.
        this.take(next);
        this.#close(next);
      } else if (next !== undefined && this.isOpen) {
        this.#answer(next);
      }
    } finally {
      this.#isAsking = false;
    }
  }

  /** Aborted if the plan is given up before its files are read. */
  get whileMaking(): AbortSignal {
    return this.#making.signal;
  }

  /** The person is asked from now on. */
  made(): void {
    this.#isMade = true;
  }

  /** Gives the plan up, and closes an open question. False once the person has answered it. */
  leave(): boolean {
    if (!this.#isMade) {
      this.#making.abort();
      return true;
    }
    const { isOpen } = this;
    if (isOpen && this.#isAsking) {
      void vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }
    this.#close(undefined);
    return isOpen;
  }

  check(uris: readonly string[], isChecked: boolean): void {
    const { plan, checked } = this.#answered;
    const changed = new Set(uris.filter((uri) => this.isSendable(uri)));
    changed.forEach((uri) => this.#uncheckedMeanwhile.delete(uri));
    const others = [...checked].filter((uri) => !changed.has(uri));
    this.#answer({ plan, checked: new Set(isChecked ? [...others, ...changed] : others) });
  }

  /** Asks one question after the other until the person cancels. False if no answer was taken over. */
  async resolve(uris: readonly string[]): Promise<boolean> {
    const left = new Set(uris);
    // Decided files are asked about again only if no undecided one is among these files.
    const isOpen = (row: PlanRow): boolean => askedFor(shownState(row)) !== undefined;
    const asked = (plan: Plan): readonly PlanRow[] =>
      plan.rows.filter((row) => left.has(row.file.uri) && isAsked(row.status));
    const isAgain = !asked(this.#answered.plan).some(isOpen);
    let [isAnswered, isOver] = [false, false];
    while (!isOver && !this.#isAsking) {
      const before = this.#answered;
      const rows = asked(before.plan).filter((row) => isAgain || isOpen(row));
      const next = await askRows(this.services, this.title, before, rows);
      if (next === undefined || !this.isOpen) {
        break;
      }
      // If the plan changed during the question, the answer is about an older one, and the question is asked again.
      if (this.#answered === before) {
        next.rows.forEach(({ file }) => left.delete(file.uri));
        this.#answer(next.answered);
        isAnswered = true;
        ({ isOver } = next);
      }
    }
    return isAnswered;
  }

  begin(run: Run): void {
    this.#run = run;
    this.#enter('running');
  }

  /** `index`: of a file in the run whose send began or ended. */
  changed(index: number): void {
    this.#changed.fire({ kind: 'row', uri: this.#run?.files[index]?.file.uri ?? '' });
  }

  end(): void {
    this.take(emptyPlan);
    this.#enter('outcome');
  }

  sentAlone(sent: OutsideSend): void {
    if (this.#run === undefined) {
      this.#mayDiffer([sent.uri]);
    } else if (this.#run.sentOutside(sent)) {
      // `sentOutside` may have added the file to the run, if the file was blocked before.
      this.#index();
      this.#changed.fire(this.#phase === 'outcome' ? { kind: 'phase' } : { kind: 'row', uri: sent.uri });
    }
  }

  runFile(uri: string): RunFile | undefined {
    return this.#run?.files[this.#indexes.get(uri) ?? -1];
  }

  statusInRun(uri: string): State {
    const index = this.#indexes.get(uri);
    if (this.#run !== undefined && index !== undefined) {
      return this.#run.status(index);
    }
    const unresolved = this.#run?.unresolved.find((each) => each.uri === uri);
    return unresolved?.status ?? { kind: 'leftOut', reason: l10n.t('Not part of this run') };
  }

  tokenFor(uri: string): string | undefined {
    const status = this.#rows.get(uri)?.status ?? this.statusInRun(uri);
    return status.kind === 'noPlatformToken' ? status.tokenFor : undefined;
  }

  /** URIs of the files that the run did not publish, with those that were blocked or undecided and not part of it. */
  get left(): readonly string[] {
    const all = this.entries.map(({ uri }) => uri);
    return all.filter((uri) => this.statusInRun(uri).kind !== 'published');
  }

  /** Returns why a file of the run was not published: the wiki’s message, or what kept the file from being sent. */
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
    this.#answered.checked.forEach((uri) => this.#unchecked.add(uri));
    answered.checked.forEach((uri) => this.#unchecked.delete(uri));
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

  async #readAgain(): Promise<void> {
    const files = this.isOpen ? [...this.#stale].flatMap((uri) => this.#rows.get(uri)?.file ?? []) : [];
    if (files.length === 0) {
      return;
    }
    this.#stale.clear();
    const { services } = this;
    const read = new Map<string, PlanFile>();
    await services.reportErrors(async () => {
      const reading = await beginReading(services, services.flow.host);
      await forEachConcurrently(files, readers, async ({ uri, path }) => {
        const problem = this.#isClosed(uri) ? l10n.t('Its folder is no longer open.') : undefined;
        read.set(uri, await readForPlan(reading, { uri, path, problem }));
      });
    });
    if (read.size > 0 && this.isOpen) {
      this.#show(this.#withFiles(read));
    }
  }

  /** Without the settings of its folder, the file would go to another place. */
  #isClosed(uri: string): boolean {
    return (
      this.services.workspace.rootOf(uri) === undefined &&
      this.#folders.some((folder) => uri.startsWith(folder))
    );
  }

  #withFiles(read: ReadonlyMap<string, PlanFile>): AnsweredPlan {
    const plan = this.#answered.plan.withFiles(read);
    const checked = new Set(this.#answered.checked);
    for (const row of plan.rows) {
      const { file, status } = row;
      const { uri } = file;
      const shown = this.#rows.get(uri);
      if (shown === undefined || (shown.status.kind === status.kind && !read.has(uri))) {
        continue;
      }
      const isUnchanged = status.kind === 'unchanged' && shown.status.kind !== status.kind;
      const canBeChecked = isSendable(row) || status.kind === 'unplaced';
      if ((isUnchanged || !canBeChecked) && checked.delete(uri)) {
        this.#uncheckedMeanwhile.add(uri);
      } else if (canBeChecked && status.kind !== 'unchanged') {
        const lackedToken = shown.status.kind === 'noPlatformToken';
        const isFreed = lackedToken && plan.initiallyChecked.has(uri) && !this.#unchecked.has(uri);
        if (this.#uncheckedMeanwhile.delete(uri) || isFreed) {
          checked.add(uri);
        }
      }
    }
    return { plan, checked };
  }
}
