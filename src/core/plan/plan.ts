import {
  agree,
  mergedAnswers,
  unchangedAsking,
  withdraw,
  type Answers,
  type Choice,
} from '../publish/answers';
import { lacksParentId, publishingOver } from '../publish/decide';
import type { DecideInput } from '../publish/decision';
import { hasUnconfirmedSend } from '../publish/publishEffect';
import { destinationOf } from '../publish/destination';
import { workingFolderOf, isSameDocument } from '../records/fileIdentity';
import { withUnacceptedBlocked, rowsWithNeeds } from './needs';
import { byOrderOfAsking, isAsked, questionKey, states, type AskedKind, type State } from '../publish/states';
import {
  askedOf,
  awaitedParentOf,
  isExcluded,
  isCheckable,
  isUnchangedAccepted,
  parentUriOf,
  shownState,
  withDeadPageLinks,
  type PlanFile,
  type PlanRow,
  type RowAnswers,
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
    private readonly answers: ReadonlyMap<string, RowAnswers> = new Map(),
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
        (states[row.status.kind].needs === 'decision' && !isExcluded(row) && runFileOf(row) !== undefined) ||
        (row.status.kind === 'unchanged' && isUnchangedAccepted(row)),
    );
    const open = this.rows.filter((row) => !isExcluded(row));
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
      ({ decision }) => decision?.parentFile?.page !== undefined && lacksParentId(decision),
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

  withAnswers(uris: Iterable<string>, answers: RowAnswers): Plan {
    return this.withEach(Array.from(uris, (uri) => [uri, answers]));
  }

  /** Takes answers that differ by file at once: each new plan decides all of its files again. */
  withEach(answers: Iterable<readonly [uri: string, answers: RowAnswers]>): Plan {
    const next = new Map(this.answers);
    for (const [uri, later] of answers) {
      next.set(uri, mergedAnswers(next.get(uri), later));
    }
    return new Plan(this.files, next);
  }

  /** Takes back what the person agreed to; a chosen place stays. */
  leaveOut(uris: Iterable<string>): Plan {
    const next = new Map(this.answers);
    for (const uri of uris) {
      next.set(uri, { place: next.get(uri)?.place, isLeftOut: true });
    }
    return new Plan(this.files, next);
  }

  /**
   * Answers the question of this kind, or else the last one that offers the choice; what was asked after it is open
   * again. An answer about a page from another clone or worktree counts for all files that were published from there.
   */
  choose(rows: readonly PlanRow[], choice: Choice, kind?: PlanQuestion['kind']): Plan {
    const folders = new Set(rows.map(folderAsked).filter((folder) => folder !== undefined));
    const others = this.rows.filter(
      (row) => row.question?.answer === undefined && folders.has(folderAsked(row) ?? ''),
    );
    const answered = [...new Set([...rows, ...others])].flatMap((row) => {
      const { uri } = row.file;
      const answers = answersBy(row, this.answers.get(uri) ?? {}, choice, kind);
      return answers === undefined ? [] : [[uri, answers] as const];
    });
    return new Plan(this.files, new Map([...this.answers, ...answered]));
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
    const made = rows.filter(({ decision }) => {
      const { effect, origins } = decision ?? {};
      // A send without an answer may have made the page.
      const isMade = effect?.kind === 'new' || (effect?.kind === 'unknown' && !effect.record.published);
      return isMade && origins?.overwrite === undefined;
    });
    return made.length === 0 ? undefined : { kind: 'exists', rows: made };
  }

  runFiles(checked: ReadonlySet<string>): readonly RunFile[] {
    return this.rowsIfChecked(checked)
      .filter((row) => checked.has(row.file.uri) && !isExcluded(row))
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
  const isAsked = question?.kind === 'others' && change?.kind === 'others';
  return isAsked && file.input && isSameDocument(change.by, file.input.file)
    ? workingFolderOf(change.by)
    : undefined;
}

/** Undefined if the row has no such question with this choice. */
function answersBy(
  row: PlanRow,
  answers: Answers,
  choice: Choice,
  kind?: PlanQuestion['kind'],
): Answers | undefined {
  const { question, decision } = row;
  const { aboutPage, origins } = decision ?? {};
  const all = askedOf(row);
  const at = all.findLastIndex(
    (each) => (kind === undefined || each.kind === kind) && isOffered(each, choice),
  );
  const asked = all[at];
  if (asked !== undefined && 'asking' in asked) {
    const later = all.slice(at + 1).flatMap((each) => ('asking' in each ? each.asking.key : []));
    const before = withdraw(answers, later);
    return asked.kind === 'changedInWiki' && asked.change.kind === 'there' && aboutPage !== undefined
      ? publishingOver(before, aboutPage, asked.change)
      : agree(before, asked.asking, choice);
  }
  // Whether a page is replaced that may be there can also be said where nobody knows of one.
  const isExists = kind === 'exists' || (kind === undefined && question === undefined);
  const isSaid = (choice === 'stop' || choice === 'replace') && origins?.overwrite !== 'record';
  return aboutPage && isExists && isSaid ? agree(withdraw(answers), aboutPage, choice) : undefined;
}

function isOffered(state: State, choice: Choice): boolean {
  return 'choices' in state ? state.choices.some((each) => each === choice) : choice === 'anyway';
}

/**
 * Undefined while the destination, or a question, is open. Blocked rows and drafts may have one, which callers leave
 * out by `isExcluded`.
 */
export function runFileOf(row: PlanRow): RunFile | undefined {
  const { file, answers, decision, status, changeQuestion } = row;
  const { connection, target, questions = [], effect, aboutPage } = decision ?? {};
  const awaited = awaitedParentOf(row);
  const under = parentUriOf(row);
  if (file.input === undefined || connection === undefined || target === undefined || questions.length > 0) {
    return undefined;
  }
  return {
    file: file.input.file,
    path: file.path,
    destination: destinationOf(file.input.document, connection, target),
    aboutPage,
    ...(file.textHash !== undefined && { textHash: file.textHash }),
    answers:
      status.kind === 'unchanged' && aboutPage
        ? agree(answers, unchangedAsking(aboutPage), 'anyway')
        : answers,
    ...(changeQuestion?.answer !== undefined && { agreedChange: changeQuestion.change }),
    ...(awaited !== undefined && { awaitedParent: { uri: awaited.uri, path: awaited.path } }),
    ...(under !== undefined && { parentUri: under }),
    ...(file.unpublishedLinks && { unpublishedLinkKeys: file.unpublishedLinks.map(({ key }) => key) }),
    ...(file.linked && { linked: file.linked }),
    mayHaveArrived: effect !== undefined && hasUnconfirmedSend(effect),
  };
}
