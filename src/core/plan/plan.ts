import { type Choice, type DecideInput } from '../publish/decide';
import { hasUnconfirmedSend } from '../publish/publishEffect';
import { destinationOf } from '../publish/destination';
import { workingFolderOf, isSameDocument } from '../records/fileIdentity';
import type { Consent } from '../publish/consent';
import type { PublishAnswers } from '../publish/precedence';
import { withUnacceptedBlocked, rowsWithNeeds } from './needs';
import {
  byOrderOfAsking,
  isAsked,
  questionKey,
  states,
  type AskedKind,
  type ChoiceState,
} from '../publish/states';
import {
  awaitedParentOf,
  isHeld,
  isCheckable,
  parentUriOf,
  shownState,
  targetOf,
  withDeadPageLinks,
  type PlanFile,
  type PlanRow,
  type RowAnswer,
} from './row';
import type { RunFile, UnresolvedFile } from './runFile';
import { rowsWithTakeovers, withoutOverwritingSameTitles, withoutSharedPages } from './sameTitles';

export interface PlanQuestion {
  /** `exists`: nobody knows whether the wiki has pages with these titles. */
  readonly kind: AskedKind | 'exists';
  readonly rows: readonly PlanRow[];
}

/** Whether a space and a parent page are asked for; false for a connection, without which there is neither. */
export function isPlaceAsked({ kind, rows: [first] }: PlanQuestion): boolean {
  const { status } = first ?? {};
  return kind === 'unplaced' && status?.kind === 'unplaced' && status.missing === 'target';
}

/** Immutable: each answer of the person results in a new plan. */
export class Plan {
  readonly rows: readonly PlanRow[];
  #initiallyChecked: ReadonlySet<string> | undefined;

  constructor(
    readonly files: readonly PlanFile[],
    private readonly answers: ReadonlyMap<string, RowAnswer> = new Map(),
  ) {
    this.rows = rowsWithNeeds(withDeadPageLinks(files), (each) =>
      withoutOverwritingSameTitles(withoutSharedPages(rowsWithTakeovers(each, answers))),
    );
  }

  /**
   * URIs of files that need no answer, unless another clone or worktree published them. Of unchanged files, only those
   * that the person had checked.
   * If no file has a place, all but drafts and blocked files: one answer can place them.
   */
  get initiallyChecked(): ReadonlySet<string> {
    return (this.#initiallyChecked ??= this.#checkAtFirst());
  }

  #checkAtFirst(): ReadonlySet<string> {
    const ready = this.rows.filter(
      (row) =>
        (states[row.status.kind].needs === 'publishing' && row.decision?.publishedBy?.isGone !== false) ||
        (row.status.kind === 'changedInWiki' && runFileOf(row) !== undefined) ||
        (row.status.kind === 'unchanged' && row.answer.evenUnchanged === true),
    );
    const open = this.rows.filter((row) => !isHeld(row));
    const all = open.every(({ status }) => status.kind === 'unplaced') ? open : ready;
    return new Set(all.map(({ file }) => file.uri));
  }

  without(isLeftOut: (row: PlanRow) => boolean): Plan {
    const left = new Set(this.rows.filter((row) => !isLeftOut(row)).map(({ file }) => file.uri));
    return left.size === this.files.length
      ? this
      : new Plan(
          this.files.filter(({ uri }) => left.has(uri)),
          this.answers,
        );
  }

  /** `read` has newly read files by URI; what lookups found out about their pages is taken from this plan. */
  withFiles(read: ReadonlyMap<string, PlanFile>): Plan {
    const { changedInWiki, foundAt, isMissing } =
      this.files.find(({ input }) => input !== undefined)?.input ?? {};
    const files = this.files.map((file): PlanFile => {
      const now = read.get(file.uri);
      if (now?.input === undefined) {
        return now ?? file;
      }
      const parentFile = file.input?.defaults.parentFile;
      const isBelow = parentFile !== undefined && parentFile.uri === now.input.defaults.parentFile?.uri;
      const defaults = { ...now.input.defaults, ...(isBelow && { parentFile }) };
      return { ...now, input: { ...now.input, changedInWiki, foundAt, isMissing, defaults } };
    });
    return new Plan(files, this.answers);
  }

  withChanges(changedInWiki: DecideInput['changedInWiki']): Plan {
    return this.#with((input) => ({ ...input, changedInWiki }));
  }

  withPagesThere(foundAt: DecideInput['foundAt']): Plan {
    return this.#with((input) => ({ ...input, foundAt }));
  }

  withMissing(isMissing: DecideInput['isMissing']): Plan {
    return this.#with((input) => ({ ...input, isMissing }));
  }

  withConnections(connections: DecideInput['connections']): Plan {
    return this.#with((input) => ({ ...input, connections }));
  }

  /** URIs of files outside the plan whose pages are parents of planned pages, and whose page IDs are unknown. */
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

  /** `ids` maps URIs of `unknownParents` to the IDs of their pages. */
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
    return this.withEach(Array.from(uris, (uri) => [uri, answer]));
  }

  /** Takes answers that differ by file at once: each new plan decides all of its files again. */
  withEach(answers: Iterable<readonly [uri: string, answer: RowAnswer]>): Plan {
    const next = new Map(this.answers);
    for (const [uri, answer] of answers) {
      const before = next.get(uri);
      next.set(uri, {
        ...before,
        ...answer,
        chosen: { ...before?.chosen, ...answer.chosen },
        isLeftOut: false,
      });
    }
    return new Plan(this.files, next);
  }

  /** Takes back what the person agreed to; a chosen place stays. */
  leaveOut(uris: Iterable<string>): Plan {
    const next = new Map(this.answers);
    for (const uri of uris) {
      const { consent: _, ...chosen } = next.get(uri)?.chosen ?? {};
      next.set(uri, { chosen, isLeftOut: true });
    }
    return new Plan(this.files, next);
  }

  /** `replaces`: whether the page at each row’s destination is replaced, if one is there. */
  consent(rows: readonly PlanRow[], replaces: boolean): Plan {
    const shown = rows.flatMap(({ file, decision }) =>
      decision?.shown ? [[file.uri, decision.shown] as const] : [],
    );
    return this.#consent(shown.map(([uri, each]) => [uri, { ...each, replaces }]));
  }

  #consent(consents: readonly (readonly [uri: string, consent: Consent])[]): Plan {
    const next = new Map(this.answers);
    for (const [uri, consent] of consents) {
      const { chosen, choice, ...others } = next.get(uri) ?? {};
      next.set(uri, {
        ...others,
        isLeftOut: false,
        chosen: { ...chosen, consent },
        choice: choice && { ...choice, chosen: { ...choice.chosen, consent } },
      });
    }
    return new Plan(this.files, next);
  }

  /** An answer about a page from another clone or worktree counts for all files that were published from there. */
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
        next.set(file.uri, { ...next.get(file.uri), choice, isLeftOut: false });
      }
    }
    return new Plan(this.files, next);
  }

  acceptChanges(rows: readonly PlanRow[]): Plan {
    return this.#consent(
      rows.flatMap(({ file, changeQuestion }) =>
        changeQuestion === undefined ? [] : [[file.uri, changeQuestion.consent] as const],
      ),
    );
  }

  /** Rows that need the page of an unchecked file are blocked, as are checked ones whose text was published despite problems. */
  rowsIfChecked(checked: ReadonlySet<string>): readonly PlanRow[] {
    return withUnacceptedBlocked(this.rows, checked);
  }

  /** Asks one thing at a time, since an answer may settle other questions or raise new ones. */
  question(checked: ReadonlySet<string>): PlanQuestion | undefined {
    const rows = this.rowsIfChecked(checked).filter((row) => checked.has(row.file.uri) && isCheckable(row));
    const asked = rows.flatMap((row) => {
      // A file under the page of another checked file is not asked for its place: it follows from that page.
      const isPlaced = checked.has(row.decision?.parentFile?.uri ?? '');
      const { open } = row;
      return open === undefined || !isAsked(open) || (isPlaced && open.kind === 'unplaced')
        ? []
        : [{ row, open }];
    });
    const [first] = asked.toSorted((one, other) => byOrderOfAsking(one.open, other.open));
    if (first !== undefined) {
      const alike = asked.filter(({ open }) => questionKey(open) === questionKey(first.open));
      return { kind: first.open.kind, rows: alike.map(({ row }) => row) };
    }
    const made = rows.filter(
      ({ decision }) => decision?.effect.kind === 'new' && decision.origins.overwrite === undefined,
    );
    return made.length === 0 ? undefined : { kind: 'exists', rows: made };
  }

  runFiles(checked: ReadonlySet<string>): readonly RunFile[] {
    return this.rowsIfChecked(checked)
      .filter((row) => checked.has(row.file.uri) && !isHeld(row))
      .map(runFileOf)
      .filter((file) => file !== undefined);
  }

  get unchanged(): readonly RunFile[] {
    return this.rows
      .filter(({ status }) => status.kind === 'unchanged')
      .map(runFileOf)
      .filter((file) => file !== undefined);
  }

  /** What a run leaves for the person to mend or to decide. */
  get unresolved(): readonly UnresolvedFile[] {
    return this.rows
      .filter(({ open }) => open !== undefined)
      .map((row) => {
        const { uri, path, title } = row.file;
        return { uri, path, title, status: shownState(row) };
      })
      .filter(({ status: { kind } }) => states[kind].needs !== 'nothing');
  }
}

/** Returns the clone or worktree from which the same document was published, if the row’s question is about that. */
function folderAsked({ file, decision, question }: PlanRow): string | undefined {
  const change = decision?.effect;
  return question && file.input && change?.kind === 'others' && isSameDocument(change.by, file.input.file)
    ? workingFolderOf(change.by)
    : undefined;
}

/**
 * Undefined while the destination, or a question of the decision other than `parentPage`, is open. Blocked rows and
 * drafts may have one, which callers leave out by `isHeld`.
 */
export function runFileOf(row: PlanRow): RunFile | undefined {
  const { file, answer, decision, question } = row;
  const { connection, questions = [], effect, shown } = decision ?? {};
  const awaited = awaitedParentOf(row);
  const target = targetOf(row);
  const under = parentUriOf(row);
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
    shown,
    ...(file.textHash !== undefined && { textHash: file.textHash }),
    chosen: chosenIn(answer, question?.kind),
    ...(awaited !== undefined && { awaitedParent: { uri: awaited.uri, path: awaited.path } }),
    ...(under !== undefined && { parentUri: under }),
    ...(answer.publishAnyway === true && { acceptedProblems: file.acceptableProblems }),
    ...(file.unpublishedLinks && { unpublishedLinkKeys: file.unpublishedLinks.map(({ key }) => key) }),
    ...(file.linked && { linked: file.linked }),
    mayHaveArrived: effect !== undefined && hasUnconfirmedSend(effect),
  };
}

/** The choices of `replaces` repeat the place, which the person didn’t choose: only the consent is kept. */
function chosenIn({ chosen, choice }: RowAnswer, kind: ChoiceState['kind'] | undefined): PublishAnswers {
  if (choice === undefined) {
    return chosen ?? {};
  }
  return kind === 'replaces'
    ? { ...chosen, consent: choice.chosen.consent }
    : { ...chosen, ...choice.chosen };
}
