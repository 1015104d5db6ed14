import type * as vscode from 'vscode';
import { keptAnswers, type KeptAnswer } from '../../core/run/keptAnswers';
import type { PlanFile, Row } from '../../core/run/row';
import type { Run } from '../../core/run/run';
import { openIn, type Settled } from '../../core/run/settled';
import { countsOf, groupOfOutcome, groupOfRow, sendableOf } from '../../core/view/planGroups';
import type { Group, PlanEntry, PlanNode } from '../../core/view/planTree';
import { ignoredText, planSentence } from '../../services/flow/planTexts';
import type { ParentPlace } from '../../services/publish/placeNames';
import type { IgnoredPlace } from '../../services/workspace/filesToPublish';
import { sendableIn, type ShownPlan } from './planItem';
import { resolveRows, type AskPlanDependencies } from './resolveRows';

/** Reads files as they stand now. */
export type ReadFiles = (files: readonly PlanFile[]) => Promise<readonly PlanFile[]>;

/** A plan that somebody looks at, with what they said so far. */
export class OpenPlan {
  #shown: ShownPlan;
  #isTouched = false;
  /** Where files stay that were written while the plan was looked at. */
  readonly #groups = new Map<string, Group>();

  constructor(
    readonly title: string,
    readonly asking: AskPlanDependencies,
    private readonly ignored: readonly IgnoredPlace[],
    private now: Settled,
    private readonly read: ReadFiles,
  ) {
    this.#shown = this.#show();
  }

  get settled(): Settled {
    return this.now;
  }

  get shown(): ShownPlan {
    return this.#shown;
  }

  /** Whether the person said something. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  get answers(): readonly KeptAnswer[] {
    // That a box is empty says nothing where the file could not be checked before
    const couldNot: readonly (Group | undefined)[] = ['blocked', 'unchanged'];
    return keptAnswers(this.now).filter(({ uri }) => !couldNot.includes(this.#groups.get(uri)));
  }

  get entries(): readonly PlanEntry[] {
    return [
      ...this.now.plan.rows.map((row) => ({
        uri: row.file.uri,
        path: row.file.path,
        group: this.#groups.get(row.file.uri) ?? groupOfRow(row),
        above: row.decision?.above?.uri,
      })),
      ...this.ignored.map(({ uri, path }) => ({ uri, path, group: 'leftOut' as const })),
    ];
  }

  /** The places whose names are shown. */
  get places(): readonly ParentPlace[] {
    return this.now.plan.rows.flatMap(({ decision }) => {
      const { connection, target, change } = decision ?? {};
      const from = change !== undefined && 'from' in change && change.from ? [change.from.place] : [];
      return connection === undefined || target === undefined
        ? from
        : [{ endpoint: connection.endpoint, ...target }, ...from];
    });
  }

  /** `isSaid`: by the person. */
  settle(settled: Settled, isSaid: boolean): void {
    const isSamePlan = settled.plan === this.now.plan;
    this.#isTouched ||= isSaid;
    this.now = settled;
    this.#shown = isSamePlan ? { ...this.#shown, checked: settled.checked } : this.#show();
  }

  /** The same plan with these rows checked, or not; those that can't be sent never are. */
  checking(rows: readonly PlanNode[], isChecked: boolean): Settled {
    const { plan, checked } = this.now;
    const uris = new Set(rows.flatMap((row) => sendableIn(row, this.#shown)));
    const others = [...checked].filter((uri) => !uris.has(uri));
    return { plan, checked: new Set(isChecked ? [...others, ...uris] : others) };
  }

  /** Reads those of these files again that are of the plan: their rows stay where they are, and say what a publish does by now. */
  async reread(uris: ReadonlySet<string>): Promise<Settled | undefined> {
    const rows = [...uris].flatMap((uri) => this.#shown.rows.get(uri) ?? []);
    const read = rows.length === 0 ? [] : await this.read(rows.map(({ file }) => file));
    for (const row of rows) {
      this.#groups.set(row.file.uri, this.#groups.get(row.file.uri) ?? groupOfRow(row));
    }
    const plan = this.now.plan.withFiles(new Map(read.map((file) => [file.uri, file])));
    const sendable = sendableOf(plan.rows);
    const isAsked = ({ file, section }: Row): boolean =>
      uris.has(file.uri) && section !== 'unplaced' && !sendable.has(file.uri);
    const asked = new Set(plan.rows.filter(isAsked).map(({ file }) => file.uri));
    const checked = new Set([...this.now.checked].filter((uri) => !asked.has(uri)));
    return rows.length === 0 ? undefined : { plan, checked };
  }

  /** Asks what becomes of these rows. Undefined when the person left. */
  resolve(rows: readonly PlanNode[]): Promise<Settled | undefined> {
    const uris = new Set(rows.flatMap(({ files }) => files));
    const open = this.now.plan.rows.filter((row) => uris.has(row.file.uri) && openIn(row) !== undefined);
    return resolveRows(this.asking, this.title, this.now, open);
  }

  /** What the plan will do. It is told again where files are sent twice, which is known a little later. */
  async tell(tell: (sentence: string, going: number) => void): Promise<void> {
    const { now } = this;
    const counts = countsOf(now, this.#shown.sendable);
    tell(planSentence(counts, 0), counts.going);
    const twice = now.plan.twice(now.checked, await this.asking.lookedUp());
    if (twice > 0 && this.now === now) {
      tell(planSentence(counts, twice), counts.going);
    }
  }

  #show(): ShownPlan {
    const { plan, checked } = this.now;
    return {
      rows: new Map(plan.rows.map((row) => [row.file.uri, row])),
      sendable: sendableOf(plan.rows),
      checked,
      leftOut: new Map(this.ignored.map((each) => [each.uri, ignoredText(each)])),
    };
  }
}

/** A run that somebody watches, and what came of it. */
export class WatchedRun {
  readonly indexes: ReadonlyMap<string, number>;

  constructor(readonly run: Run) {
    this.indexes = new Map(run.files.map(({ file }, index) => [file.uri, index]));
  }

  /** `isOver`: grouped by what came of the files. */
  entries(isOver: boolean): readonly PlanEntry[] {
    const { run } = this;
    return [
      ...run.files.map(({ file, path }, index) => ({
        uri: file.uri,
        path,
        group: isOver ? groupOfOutcome(run.state(index)) : ('going' as const),
      })),
      ...run.blocked.map(({ uri, path }) => ({ uri, path, group: 'blocked' as const })),
    ];
  }

  /** What the wiki said of a file, or why it was not sent. */
  messageOf(uri: vscode.Uri): string | undefined {
    const state = this.run.state(this.indexes.get(uri.toString()) ?? -1);
    return typeof state === 'object' ? state.message : undefined;
  }
}
