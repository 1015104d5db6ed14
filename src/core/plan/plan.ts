import * as l10n from '@vscode/l10n';
import { type Choice, type DecideInput, type Question } from '../publish/decide';
import { hasUnconfirmedSend } from '../publish/publishEffect';
import { destinationOf } from '../publish/destination';
import { workingFolderOf, isSameDocument } from '../records/fileIdentity';
import { placeKey } from '../records/pageRecord';
import type { PublishAnswers } from '../publish/precedence';
import { quote } from '../text/plainLine';
import { rowsWithChecked, rowsWithNeeds } from './needs';
import { statuses } from './pageStatus';
import {
  isBlockedOrDraft,
  isCheckable,
  parentFileOf,
  targetOf,
  type PlanFile,
  type PlanRow,
  type RowQuestion,
  type RowAnswer,
} from './row';
import type { BlockedFile, RunFile } from './runFile';
import { rowsWithTakeovers, withoutOverwritingSameTitles } from './sameTitles';

/** What has to be asked before the files with a check mark are sent, once for all files concerned. */
export type PlanQuestion =
  | {
      readonly kind: 'connection' | 'target' | 'problems' | 'changedInWiki' | 'exists';
      readonly rows: readonly PlanRow[];
    }
  | { readonly kind: RowQuestion['kind']; readonly rows: readonly PlanRow[] };

/** What a run would do with each of its files. Each answer of the person makes a new plan. */
export class Plan {
  readonly rows: readonly PlanRow[];
  #ticked: ReadonlySet<string> | undefined;

  constructor(
    readonly files: readonly PlanFile[],
    private readonly answers: ReadonlyMap<string, RowAnswer> = new Map(),
  ) {
    this.rows = rowsWithNeeds(files, (each) =>
      withoutOverwritingSameTitles(withoutSharedPages(rowsWithTakeovers(each, answers))),
    );
  }

  /** The files that are checked at first: all that need no further answer, or every file if none has a place yet. */
  get initiallyChecked(): ReadonlySet<string> {
    this.#ticked ??= this.#tick();
    return this.#ticked;
  }

  #tick(): ReadonlySet<string> {
    const ready = this.rows.filter(
      (row) =>
        (statuses[row.status.kind].needsNoAnswer === true && row.decision?.publishedBy?.isGone !== false) ||
        (row.status.kind === 'changedInWiki' && runFileOf(row) !== undefined),
    );
    const open = this.rows.filter((row) => !isBlockedOrDraft(row));
    const all = open.every(({ status }) => status.kind === 'unplaced') ? open : ready;
    return new Set(all.map(({ file }) => file.uri));
  }

  /** Returns the plan without some files. */
  without(isLeftOut: (row: PlanRow) => boolean): Plan {
    const left = new Set(this.rows.filter((row) => !isLeftOut(row)).map(({ file }) => file.uri));
    return left.size === this.files.length
      ? this
      : new Plan(
          this.files.filter(({ uri }) => left.has(uri)),
          this.answers,
        );
  }

  /** Returns the plan with files that were read again. They keep what lookups found of their pages. */
  withFiles(read: ReadonlyMap<string, PlanFile>): Plan {
    const changedInWiki = this.files.find(({ input }) => input?.changedInWiki)?.input?.changedInWiki;
    const files = this.files.map((file): PlanFile => {
      const now = read.get(file.uri);
      if (now?.input === undefined) {
        return now ?? file;
      }
      const parentFile = file.input?.defaults.parentFile;
      const isBelow = parentFile !== undefined && parentFile.uri === now.input.defaults.parentFile?.uri;
      const defaults = { ...now.input.defaults, ...(isBelow && { parentFile }) };
      return { ...now, input: { ...now.input, changedInWiki, defaults } };
    });
    return new Plan(files, this.answers);
  }

  /** Returns the plan with the changes that others made to the pages in the wiki. */
  withChanges(changedInWiki: DecideInput['changedInWiki']): Plan {
    return this.#with((input) => ({ ...input, changedInWiki }));
  }

  /** Returns the plan with the connections of now, since the person may have added one. */
  withConnections(connections: DecideInput['connections']): Plan {
    return this.#with((input) => ({ ...input, connections }));
  }

  /** Returns the files outside the plan whose pages are parents and whose IDs are still unknown. */
  unknownParents(): ReadonlySet<string> {
    const own = new Set(this.files.map(({ uri }) => uri));
    const open = this.rows.filter(
      ({ decision }) =>
        decision?.parentFile?.page !== undefined &&
        decision.questions.some(({ kind }) => kind === 'parentPage'),
    );
    const uris = open.map(({ decision }) => decision?.parentFile?.uri ?? '');
    return new Set(uris.filter((uri) => !own.has(uri)));
  }

  /** Returns the plan with IDs of parent pages outside of it. `ids`: by the URI of the parent’s file. */
  withParentIds(ids: ReadonlyMap<string, string>): Plan {
    return this.#with((input) => {
      const { parentFile } = input.defaults;
      const id = ids.get(parentFile?.uri ?? '');
      return parentFile?.page === undefined || id === undefined
        ? input
        : {
            ...input,
            defaults: { ...input.defaults, parentFile: { ...parentFile, page: { ...parentFile.page, id } } },
          };
    });
  }

  #with(map: (input: NonNullable<PlanFile['input']>) => NonNullable<PlanFile['input']>): Plan {
    const files = this.files.map((file) => (file.input ? { ...file, input: map(file.input) } : file));
    return new Plan(files, this.answers);
  }

  withAnswers(uris: Iterable<string>, answer: RowAnswer): Plan {
    const next = new Map(this.answers);
    for (const uri of uris) {
      const before = next.get(uri);
      next.set(uri, { ...before, ...answer, chosen: { ...before?.chosen, ...answer.chosen } });
    }
    return new Plan(this.files, next);
  }

  /** Removes consent to replace pages, since it was given for another page or for a failed send. */
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
   * Answers each file with the choice of this action; files without such a choice stay open. An answer about
   * another working folder counts for all files that were published from it.
   */
  choose(rows: readonly PlanRow[], does: Choice['action']): Plan {
    if (rows.length === 0) {
      return this;
    }
    const next = new Map(this.answers);
    const folders = new Set(rows.map(folderAsked).filter((folder) => folder !== undefined));
    const others = this.rows.filter(
      (row) => row.answer.choice === undefined && folders.has(folderAsked(row) ?? ''),
    );
    for (const { file, question } of new Set([...rows, ...others])) {
      const choice = question?.choices.find((each) => each.action === does);
      if (choice !== undefined) {
        next.set(file.uri, { ...next.get(file.uri), choice });
      }
    }
    return new Plan(this.files, next);
  }

  /** Agrees to publish over the changes that were made to these pages in the wiki. */
  accept(rows: readonly PlanRow[]): Plan {
    return rows.reduce<Plan>(
      (plan, { file, changed }) =>
        changed === undefined
          ? plan
          : plan.withAnswers([file.uri], { chosen: { accepted: changed.accepted } }),
      this,
    );
  }

  /** Returns the rows as they are if only these files are published. */
  rowsWith(ticked: ReadonlySet<string>): readonly PlanRow[] {
    return rowsWithChecked(this.rows, ticked);
  }

  /** Returns the next question, or undefined if all of these files can be sent. */
  question(ticked: ReadonlySet<string>): PlanQuestion | undefined {
    const rows = this.rowsWith(ticked).filter((row) => ticked.has(row.file.uri) && isCheckable(row));
    // In a tree, the parent page decides where a page goes.
    const leading = rows.filter(({ decision }) => !ticked.has(decision?.parentFile?.uri ?? ''));
    return (
      questionFor('problems', rows, ({ status }) => status.kind === 'blocked') ??
      questionFor('connection', leading, (row) => hasQuestion(row, 'connection')) ??
      questionFor('target', leading, (row) => hasQuestion(row, 'target')) ??
      questionFor('retitled', rows, (row) => hasQuestion(row, 'retitled')) ??
      questionFor('moved', rows, (row) => hasQuestion(row, 'moved')) ??
      questionFor('replaces', rows, (row) => hasQuestion(row, 'replaces')) ??
      questionFor('others', rows, (row) => hasQuestion(row, 'others')) ??
      questionFor('changedInWiki', rows, (row) => hasQuestion(row, 'changedInWiki')) ??
      questionFor(
        'exists',
        rows,
        ({ decision }) => decision?.effect.kind === 'new' && decision.origins.overwrite === undefined,
      )
    );
  }

  /** Returns the checked files that need no further answer. */
  runFiles(ticked: ReadonlySet<string>): readonly RunFile[] {
    return this.rowsWith(ticked)
      .filter((row) => ticked.has(row.file.uri) && !isBlockedOrDraft(row))
      .map(runFileOf)
      .filter((file) => file !== undefined);
  }

  /** The files whose pages are what would be sent. */
  get unchanged(): readonly RunFile[] {
    return this.rows
      .filter(({ status }) => status.kind === 'unchanged')
      .map(runFileOf)
      .filter((file) => file !== undefined);
  }

  /** Counts the files that are sent twice because they link to pages whose addresses are known only at the end. */
  countSentTwice(ticked: ReadonlySet<string>, lookedUp: ReadonlySet<string>): number {
    // Files without a place count too: the person still gives them one.
    const rows = this.rowsWith(ticked).filter(
      ({ file, status }) => ticked.has(file.uri) && status.kind !== 'blocked',
    );
    const found = rows.filter(({ decision }) => lookedUp.has(decision?.connection?.endpoint ?? ''));
    const uris = new Set(found.map(({ file }) => file.uri));
    const going = new Set(rows.map(({ file }) => file.uri));
    return this.files.filter(
      ({ uri, linked = [] }) =>
        going.has(uri) && linked.some((link) => !link.hasAddress && uris.has(link.uri)),
    ).length;
  }

  /** The files that a run leaves out because they can't be sent as they are. */
  get blocked(): readonly BlockedFile[] {
    return this.rows
      .filter(({ status }) => status.kind === 'blocked')
      .map(({ file: { uri, path, title }, status: { reason = '' } }) => ({ uri, path, title, reason }));
  }
}

/** Blocks files that would become the same page. */
function withoutSharedPages(rows: readonly PlanRow[]): readonly PlanRow[] {
  const pages = new Map<string, PlanRow[]>();
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
          status: {
            kind: 'blocked',
            reason: l10n.t('{0} has the same title under the same parent page.', quote(twin.file.path)),
          },
          sharesPage: true,
        };
  });
}

/** Returns the key of the page that a file would be sent to; undefined if it would leave another file's page alone. */
function pageKey(row: PlanRow): string | undefined {
  const { status, decision } = row;
  const { connection, parentFile } = decision ?? {};
  const target = targetOf(row);
  if (connection === undefined || target === undefined || isBlockedOrDraft(row)) {
    return undefined;
  }
  const { endpoint } = connection;
  return status.kind === 'others' && !target.overwrite
    ? undefined
    : placeKey({
        ...target,
        endpoint,
        parent: decision?.target === undefined ? (parentFile?.uri ?? '') : target.parent,
      });
}

function hasQuestion({ status, decision }: PlanRow, kind: Question['kind']): boolean {
  return status.kind !== 'blocked' && decision?.questions.some((question) => question.kind === kind) === true;
}

function questionFor(
  kind: PlanQuestion['kind'],
  rows: readonly PlanRow[],
  isAsked: (row: PlanRow) => boolean,
): PlanQuestion | undefined {
  const [first, ...others] = rows.filter(isAsked);
  // Only choices that all files share are offered for all.
  return first && { kind, rows: [first, ...others.filter((row) => choicesOf(row) === choicesOf(first))] };
}

/** Returns the working folder that published the page, if the question is about the same document there. */
function folderAsked({ file, decision, question }: PlanRow): string | undefined {
  const change = decision?.effect;
  return question && file.input && change?.kind === 'others' && isSameDocument(change.by, file.input.file)
    ? workingFolderOf(change.by)
    : undefined;
}

/** Returns what can be answered, as a text that is the same for the same choices. */
export function choicesOf({ question }: PlanRow): string {
  return question?.choices.map(({ action }) => action).join() ?? '';
}

export function runFileOf(row: PlanRow): RunFile | undefined {
  const { file, answer, decision, question } = row;
  const { connection, questions = [], effect, otherSendKeys = [], parentFile } = decision ?? {};
  const target = targetOf(row);
  const under = parentFileOf(row);
  if (
    file.input === undefined ||
    connection === undefined ||
    target === undefined ||
    questions.some(({ kind }) => kind !== 'parentPage')
  ) {
    return undefined;
  }
  return {
    file: file.input.file,
    path: file.path,
    destination: destinationOf(file.input.document, connection, target),
    ...(otherSendKeys.length > 0 && { otherSendKeys }),
    ...(file.textHash !== undefined && { textHash: file.textHash }),
    chosen: chosenIn(answer, question?.kind),
    ...(parentFile !== undefined &&
      decision?.target === undefined && { awaitedParent: { uri: parentFile.uri, path: parentFile.path } }),
    ...(under !== undefined && { parentUri: under }),
    ...(answer.publishAnyway === true && { acceptedProblems: file.acceptableProblems }),
    ...(file.unpublishedLinks && { unpublishedLinkKeys: file.unpublishedLinks.map(({ key }) => key) }),
    ...(file.linked && { linked: file.linked.map(({ uri }) => uri) }),
    mayHaveArrived: effect !== undefined && hasUnconfirmedSend(effect),
  };
}

/**
 * Returns the answers that still count for a new decision. A place that only resulted from a state is
 * dropped.
 */
function chosenIn({ chosen, choice }: RowAnswer, kind: RowQuestion['kind'] | undefined): PublishAnswers {
  if (choice === undefined) {
    return chosen ?? {};
  }
  return kind === 'replaces'
    ? { ...chosen, overwrite: choice.chosen.overwrite }
    : { ...chosen, ...choice.chosen };
}
