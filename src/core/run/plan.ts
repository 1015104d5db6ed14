import * as l10n from '@vscode/l10n';
import { decide, destinationOf, mayHaveArrived } from '../publish/decide';
import type { Choice, DecideInput, Decision, Question } from '../publish/decide';
import { placeKey } from '../publish/pageRecord';
import type { Chosen } from '../publish/precedence';
import { quote } from '../text/plain';
import { parseTitle } from '../wiki/target';
import type { BlockedFile, RunFile } from './run';

/** A file as it was read for a plan: what deciding needs of it, and no text. */
export interface PlanFile {
  readonly uri: string;
  /** As the person knows it. */
  readonly path: string;
  /** What the text suggests. */
  readonly title: string;
  /** What keeps it from being published. */
  readonly problem?: string | undefined;
  /** The problems that it can be published with all the same; undefined when there is nothing to send. */
  readonly passable?: readonly string[] | undefined;
  /** Problems of links to files that have no page, unless they are published too. */
  readonly needs?: readonly Need[] | undefined;
  /** The Markdown files that it links to. */
  readonly linked?: readonly { readonly uri: string; readonly hasAddress: boolean }[] | undefined;
  /** An earlier send met a page of its title. */
  readonly met?: boolean | undefined;
  /** Undefined when it can’t be read. */
  readonly input?: Omit<DecideInput, 'chosen'> | undefined;
}

export interface Need {
  readonly uri: string;
  readonly message: string;
  /** As the problem is named among `passable`. */
  readonly key: string;
}

/** What the person said of a file. */
export interface Said {
  /** Where it goes, as chosen for many files at once or in an earlier run. */
  readonly chosen?: Chosen | undefined;
  /** The answer to the question of its row. */
  readonly choice?: Choice | undefined;
  readonly publishAnyway?: boolean | undefined;
}

type RowQuestion = Extract<Question, { readonly choices: unknown }>;
type ChangeQuestion = Extract<Question, { readonly accepted: string }>;

/** In this order they are shown. The files of the first two are published unless the person says otherwise. */
export const sections = [
  'new',
  'changed',
  'retitled',
  'moved',
  'foreign',
  'claimed',
  'changedInWiki',
  'unplaced',
  'unchanged',
  'blocked',
] as const;
export type Section = (typeof sections)[number];

export interface Row {
  readonly file: PlanFile;
  /** Stays when the question is answered. */
  readonly section: Section;
  readonly said: Said;
  /** With what the person said. */
  readonly decision?: Decision | undefined;
  readonly question?: RowQuestion | undefined;
  /** What somebody did to the page in the wiki; the person may publish over it. */
  readonly changed?: ChangeQuestion | undefined;
  /** Why it is blocked. */
  readonly reason?: string | undefined;
  /** Another file of the plan has the same title at the same place. */
  readonly isTwin?: boolean;
}

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

  constructor(
    readonly files: readonly PlanFile[],
    private readonly said: ReadonlyMap<string, Said> = new Map(),
  ) {
    const uris = new Set(files.map(({ uri }) => uri));
    const rows = files.map((file) => rowOf(withoutNeeds(file, uris), said.get(file.uri) ?? {}));
    this.rows = withoutTwins(rows);
  }

  /** What is published unless the person says otherwise: nothing that needs an answer. Where nothing has a place yet, all. */
  get ticked(): ReadonlySet<string> {
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
      this.said,
    );
  }

  with(uris: Iterable<string>, said: Said): Plan {
    const next = new Map(this.said);
    for (const uri of uris) {
      const before = next.get(uri);
      next.set(uri, { ...before, ...said, chosen: { ...before?.chosen, ...said.chosen } });
    }
    return new Plan(this.files, next);
  }

  /** What was said of replacing pages does not hold for these files: it was of another page, or came to nothing. */
  withoutConsent(uris: Iterable<string>): Plan {
    const next = new Map(this.said);
    for (const uri of uris) {
      const said = next.get(uri);
      const chosen = { ...said?.chosen };
      delete chosen.overwrite;
      next.set(uri, { ...said, chosen });
    }
    return new Plan(this.files, next);
  }

  /** Each of these files takes the choice that does this, or else its safe one. */
  choose(rows: readonly Row[], does: Choice['does']): Plan {
    const next = new Map(this.said);
    for (const { file, question } of rows) {
      const choice = question?.choices.find((each) => each.does === does) ?? question?.choices[0];
      next.set(file.uri, { ...next.get(file.uri), choice });
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
    return (
      asked('problems', rows, ({ section }) => section === 'blocked') ??
      asked('connection', rows, (row) => asks(row, 'connection')) ??
      asked('target', rows, (row) => asks(row, 'target')) ??
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
  twice(ticked: ReadonlySet<string>, isLookedUp: (endpoint: string) => boolean): number {
    const run = this.runFiles(ticked);
    const found = run.filter(({ destination }) => isLookedUp(destination.endpoint));
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

/** Blocked files that only problems block are published on request. */
export function isTickable({ section, file, reason }: Row): boolean {
  return section !== 'blocked' || (file.passable !== undefined && reason === file.problem);
}

/** Of the plan's own files: they are published too. */
function withoutNeeds(file: PlanFile, uris: ReadonlySet<string>): PlanFile {
  const need = file.needs?.find(({ uri }) => !uris.has(uri));
  return need === undefined || file.problem !== undefined ? file : { ...file, problem: need.message };
}

function rowOf(file: PlanFile, said: Said): Row {
  const { input, problem, met, passable } = file;
  const blocked = (reason: string): Row => ({ file, section: 'blocked', said, reason });
  if (input === undefined) {
    return blocked(problem ?? '');
  }
  // A page that the wiki spoke of is one that a send would replace
  const defaults = met === true ? { ...input.defaults, overwrite: true } : input.defaults;
  const decideWith = (chosen: Chosen | undefined): Decision => decide({ ...input, defaults, chosen });
  const { accepted, ...chosen } = said.chosen ?? {};
  const before = decideWith(chosen);
  const decision =
    said.choice === undefined && accepted === undefined
      ? before
      : decideWith({ ...said.chosen, ...said.choice?.chosen });
  if (problem !== undefined && !(said.publishAnyway === true && passable !== undefined)) {
    return { ...blocked(problem), decision };
  }
  const titleProblem = before.questions.some(
    (question) => question.kind === 'target' && question.missing.includes('title'),
  )
    ? parseTitle(file.title).problem
    : undefined;
  if (titleProblem !== undefined) {
    return blocked(titleProblem);
  }
  const named = before.questions.find((each) => each.kind === 'connection')?.named;
  if (named !== undefined) {
    return blocked(l10n.t('It names the connection {0}, which is not in your settings.', quote(named)));
  }
  const question = before.questions.find((each) => 'choices' in each);
  const changed = [...before.questions, ...decision.questions].find((each) => 'accepted' in each);
  return { file, section: sectionOf(before), said, decision, question, changed };
}

function sectionOf({ questions: [question], change }: Decision): Section {
  if (question !== undefined) {
    return 'choices' in question || 'accepted' in question ? question.kind : 'unplaced';
  }
  switch (change.kind) {
    case 'changed':
    case 'unknown':
      return 'changed';
    case 'unchanged':
      return 'unchanged';
    // Of these the person chose what happens
    case 'new':
    case 'retitled':
    case 'moved':
    case 'claimed':
    case 'foreign':
      return 'new';
  }
}

/** No run makes one page of two files. */
function withoutTwins(rows: readonly Row[]): readonly Row[] {
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
          isTwin: true,
          reason: l10n.t('{0} has the same title under the same parent page.', quote(twin.file.path)),
        };
  });
}

/** Of a file that would be sent: one whose page another file made leaves that alone, unless the person said to replace it. */
function pageKey({ section, decision }: Row): string | undefined {
  const { connection, target } = decision ?? {};
  const isOnlyAsked = section === 'claimed' && target?.overwrite !== true;
  return connection === undefined || target === undefined || section === 'blocked' || isOnlyAsked
    ? undefined
    : placeKey({ ...target, endpoint: connection.endpoint });
}

function asks({ section, decision }: Row, kind: Question['kind']): boolean {
  return section !== 'blocked' && decision?.questions.some((question) => question.kind === kind) === true;
}

function asked(
  kind: PlanQuestion['kind'],
  rows: readonly Row[],
  isAsked: (row: Row) => boolean,
): PlanQuestion | undefined {
  const about = rows.filter(isAsked);
  return about.length === 0 ? undefined : { kind, rows: about };
}

function runFileOf({ file, said, decision, question }: Row): RunFile | undefined {
  const { connection, target, questions, change } = decision ?? {};
  if (
    file.input === undefined ||
    connection === undefined ||
    target === undefined ||
    questions?.length !== 0
  ) {
    return undefined;
  }
  return {
    file: file.input.file,
    path: file.path,
    destination: destinationOf(file.input.document, connection, target),
    chosen: chosenIn(said, question?.kind),
    ...(said.publishAnyway === true
      ? { told: file.passable }
      : file.needs && { told: file.needs.map(({ key }) => key) }),
    ...(file.linked && { linked: file.linked.map(({ uri }) => uri) }),
    mayHaveArrived: change !== undefined && mayHaveArrived(change),
  };
}

/** What the person chose, and nothing that was only so at the time. */
function chosenIn({ chosen, choice }: Said, kind: RowQuestion['kind'] | undefined): Chosen {
  if (choice === undefined) {
    return chosen ?? {};
  }
  return kind === 'foreign'
    ? { ...chosen, overwrite: choice.chosen.overwrite }
    : { ...chosen, ...choice.chosen };
}
