import * as l10n from '@vscode/l10n';
import { mayHaveArrived, type Choice, type DecideInput, type Question } from '../publish/decide';
import { destinationOf } from '../publish/destination';
import { akinElsewhere, pairOf } from '../publish/kinship';
import { placeKey } from '../publish/pageRecord';
import type { Chosen } from '../publish/precedence';
import { quote } from '../text/plain';
import { isTickable, targetOf, type PlanFile, type Row, type RowQuestion, type RowAnswer } from './row';
import type { BlockedFile, RunFile } from './run';
import { rowsWithTakers, withCare } from './sameTitles';

/** What has to be asked before the files with a check mark are sent: once for all of them. */
export type PlanQuestion =
  | {
      readonly kind: 'connection' | 'target' | 'problems' | 'changedInWiki' | 'exists';
      readonly rows: readonly Row[];
    }
  | { readonly kind: RowQuestion['kind']; readonly rows: readonly Row[] };

/** What a run over these files would do with each of them. What the person says makes another plan. */
export class Plan {
  readonly rows: readonly Row[];
  #ticked: ReadonlySet<string> | undefined;

  constructor(
    readonly files: readonly PlanFile[],
    private readonly answers: ReadonlyMap<string, RowAnswer> = new Map(),
  ) {
    this.rows = withCare(withoutSharedPages(rowsWithTakers(files, answers)));
  }

  /** What is published unless the person says otherwise: nothing that needs an answer. Where nothing has a place yet, all. */
  get ticked(): ReadonlySet<string> {
    this.#ticked ??= this.#tick();
    return this.#ticked;
  }

  #tick(): ReadonlySet<string> {
    const ready = this.rows.filter(({ section }) => section === 'new' || section === 'changed');
    const open = this.rows.filter(({ section }) => section !== 'blocked');
    const all = open.every(({ section }) => section === 'unplaced') ? open : ready;
    return new Set(all.map(({ file }) => file.uri));
  }

  /** A plan for fewer files. */
  without(isLeftOut: (row: Row) => boolean): Plan {
    const left = new Set(this.rows.filter((row) => !isLeftOut(row)).map(({ file }) => file.uri));
    return new Plan(
      this.files.filter(({ uri }) => left.has(uri)),
      this.answers,
    );
  }

  /** The plan, with files of it as they were read again. What lookups told of pages holds for them too. */
  withFiles(read: ReadonlyMap<string, PlanFile>): Plan {
    const changedInWiki = this.files.find(({ input }) => input?.changedInWiki)?.input?.changedInWiki;
    const files = this.files.map((file): PlanFile => {
      const now = read.get(file.uri);
      if (now?.input === undefined) {
        return now ?? file;
      }
      const above = file.input?.defaults.above;
      const isBelow = above !== undefined && above.uri === now.input.defaults.above?.uri;
      const defaults = { ...now.input.defaults, ...(isBelow && { above }) };
      return { ...now, input: { ...now.input, changedInWiki, defaults } };
    });
    return new Plan(files, this.answers);
  }

  /** The plan, with what somebody else did to the pages in the wiki. */
  withChanges(changedInWiki: DecideInput['changedInWiki']): Plan {
    return this.#with((input) => ({ ...input, changedInWiki }));
  }

  /** The files above whose pages are known, but for their ids, and that are not of the plan. */
  pagesAbove(): ReadonlySet<string> {
    const own = new Set(this.files.map(({ uri }) => uri));
    const open = this.rows.filter(
      ({ decision }) =>
        decision?.above?.page !== undefined && decision.questions.some(({ kind }) => kind === 'above'),
    );
    const uris = open.map(({ decision }) => decision?.above?.uri ?? '');
    return new Set(uris.filter((uri) => !own.has(uri)));
  }

  /** `ids`: of those pages, by file. */
  withPagesAbove(ids: ReadonlyMap<string, string>): Plan {
    return this.#with((input) => {
      const { above } = input.defaults;
      const id = ids.get(above?.uri ?? '');
      return above?.page === undefined || id === undefined
        ? input
        : { ...input, defaults: { ...input.defaults, above: { ...above, page: { ...above.page, id } } } };
    });
  }

  #with(map: (input: NonNullable<PlanFile['input']>) => NonNullable<PlanFile['input']>): Plan {
    const files = this.files.map((file) => (file.input ? { ...file, input: map(file.input) } : file));
    return new Plan(files, this.answers);
  }

  with(uris: Iterable<string>, answer: RowAnswer): Plan {
    const next = new Map(this.answers);
    for (const uri of uris) {
      const before = next.get(uri);
      next.set(uri, { ...before, ...answer, chosen: { ...before?.chosen, ...answer.chosen } });
    }
    return new Plan(this.files, next);
  }

  /** What was said of replacing pages does not hold for these files: it was of another page, or came to nothing. */
  withoutConsent(uris: Iterable<string>): Plan {
    const next = new Map(this.answers);
    for (const uri of uris) {
      const answer = next.get(uri);
      const chosen = { ...answer?.chosen };
      delete chosen.overwrite;
      next.set(uri, { ...answer, chosen });
    }
    return new Plan(this.files, next);
  }

  /**
   * Each of these files takes the choice that does this; one that has none is left to be asked about. What is said of two
   * folders holds for all their files.
   */
  choose(rows: readonly Row[], does: Choice['does']): Plan {
    const next = new Map(this.answers);
    const pairs = new Set(rows.map(foldersOf).filter((pair) => pair !== undefined));
    const others = this.rows.filter(
      (row) => row.answer.choice === undefined && pairs.has(foldersOf(row) ?? ''),
    );
    for (const { file, question } of new Set([...rows, ...others])) {
      const choice = question?.choices.find((each) => each.does === does);
      if (choice !== undefined) {
        next.set(file.uri, { ...next.get(file.uri), choice });
      }
    }
    return new Plan(this.files, next);
  }

  /** What was done to these pages in the wiki is published over. */
  accept(rows: readonly Row[]): Plan {
    return rows.reduce<Plan>(
      (plan, { file, changed }) =>
        changed === undefined ? plan : plan.with([file.uri], { chosen: { accepted: changed.accepted } }),
      this,
    );
  }

  /** Undefined when all of these files can be sent without a word. */
  question(ticked: ReadonlySet<string>): PlanQuestion | undefined {
    const rows = this.rows.filter((row) => ticked.has(row.file.uri) && isTickable(row));
    // In a tree, pages go where the page above them goes
    const leading = rows.filter(({ decision }) => !ticked.has(decision?.above?.uri ?? ''));
    return (
      asked('problems', rows, ({ section }) => section === 'blocked') ??
      asked('connection', leading, (row) => asks(row, 'connection')) ??
      asked('target', leading, (row) => asks(row, 'target')) ??
      asked('retitled', rows, (row) => asks(row, 'retitled')) ??
      asked('moved', rows, (row) => asks(row, 'moved')) ??
      asked('foreign', rows, (row) => asks(row, 'foreign')) ??
      asked('claimed', rows, (row) => asks(row, 'claimed')) ??
      asked('changedInWiki', rows, (row) => asks(row, 'changedInWiki')) ??
      asked(
        'exists',
        rows,
        ({ decision }) => decision?.change.kind === 'new' && decision.origins.overwrite === undefined,
      )
    );
  }

  /** The files of the run: those with a check mark that nothing more has to be asked of. */
  runFiles(ticked: ReadonlySet<string>): readonly RunFile[] {
    return this.rows
      .filter((row) => ticked.has(row.file.uri) && row.section !== 'blocked')
      .map(runFileOf)
      .filter((file) => file !== undefined);
  }

  /** How many files of the run are sent twice: they link to pages whose addresses are not known before its end. */
  twice(ticked: ReadonlySet<string>, lookedUp: ReadonlySet<string>): number {
    const run = this.runFiles(ticked);
    const found = run.filter(({ destination }) => lookedUp.has(destination.endpoint));
    const uris = new Set(found.map(({ file }) => file.uri));
    const going = new Set(run.map(({ file }) => file.uri));
    return this.files.filter(
      ({ uri, linked = [] }) =>
        going.has(uri) && linked.some((link) => !link.hasAddress && uris.has(link.uri)),
    ).length;
  }

  /** What such a run leaves out, since it can’t be sent as it is. */
  get blocked(): readonly BlockedFile[] {
    return this.rows
      .filter(({ section }) => section === 'blocked')
      .map(({ file: { uri, path, title }, reason }) => ({ uri, path, title, reason: reason ?? '' }));
  }
}

/** Blocks files that would become one page: no run makes one page of two files. */
function withoutSharedPages(rows: readonly Row[]): readonly Row[] {
  const pages = new Map<string, Row[]>();
  for (const row of rows) {
    const key = pageKey(row);
    if (key !== undefined) {
      pages.set(key, [...(pages.get(key) ?? []), row]);
    }
  }
  return rows.map((row) => {
    const key = pageKey(row);
    const twin = key === undefined ? undefined : pages.get(key)?.find((other) => other !== row);
    return twin === undefined
      ? row
      : {
          ...row,
          section: 'blocked',
          sharesPage: true,
          reason: l10n.t('{0} has the same title under the same parent page.', quote(twin.file.path)),
        };
  });
}

/** Of a file that would be sent: one whose page another file made leaves that alone, unless the person said to replace it. */
function pageKey(row: Row): string | undefined {
  const { section, decision } = row;
  const { connection, above } = decision ?? {};
  const target = targetOf(row);
  if (connection === undefined || target === undefined || section === 'blocked') {
    return undefined;
  }
  const { endpoint } = connection;
  const akin = decision?.change.kind === 'claimed' && akinElsewhere(decision.change, { endpoint, ...target });
  return section === 'claimed' && !akin && !target.overwrite
    ? undefined
    : placeKey({
        ...target,
        endpoint,
        parent: decision?.target === undefined ? (above?.uri ?? '') : target.parent,
      });
}

function asks({ section, decision }: Row, kind: Question['kind']): boolean {
  return section !== 'blocked' && decision?.questions.some((question) => question.kind === kind) === true;
}

function asked(
  kind: PlanQuestion['kind'],
  rows: readonly Row[],
  isAsked: (row: Row) => boolean,
): PlanQuestion | undefined {
  const [first, ...others] = rows.filter(isAsked);
  // What one of them can't do is not offered for all
  return first && { kind, rows: [first, ...others.filter((row) => choicesOf(row) === choicesOf(first))] };
}

/** The two folders that have files of the same text, where that is what is asked about. */
function foldersOf({ file, decision, question }: Row): string | undefined {
  const change = decision?.change;
  return question && file.input && change?.kind === 'claimed' && change.akin
    ? pairOf(file.input.file, change.by)
    : undefined;
}

function choicesOf({ question }: Row): string {
  return question?.choices.map(({ does }) => does).join() ?? '';
}

export function runFileOf(row: Row): RunFile | undefined {
  const { file, answer, decision, question } = row;
  const { connection, questions = [], change, above } = decision ?? {};
  const target = targetOf(row);
  if (
    file.input === undefined ||
    connection === undefined ||
    target === undefined ||
    questions.some(({ kind }) => kind !== 'above')
  ) {
    return undefined;
  }
  return {
    file: file.input.file,
    path: file.path,
    destination: destinationOf(file.input.document, connection, target, change),
    chosen: chosenIn(answer, question?.kind),
    ...(above !== undefined &&
      decision?.target === undefined && { above: { uri: above.uri, path: above.path } }),
    ...(answer.publishAnyway === true
      ? { knownProblems: file.passable }
      : file.needs && { knownProblems: file.needs.map(({ key }) => key) }),
    ...(file.linked && { linked: file.linked.map(({ uri }) => uri) }),
    mayHaveArrived: change !== undefined && mayHaveArrived(change),
  };
}

/** What the person chose, and nothing that was only so at the time. */
function chosenIn({ chosen, choice }: RowAnswer, kind: RowQuestion['kind'] | undefined): Chosen {
  if (choice === undefined) {
    return chosen ?? {};
  }
  return kind === 'foreign'
    ? { ...chosen, overwrite: choice.chosen.overwrite }
    : { ...chosen, ...choice.chosen };
}
