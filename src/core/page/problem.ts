import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import { lineAt, linesOf, type Span } from './lines';

export type Severity = 'error' | 'warning' | 'information' | 'off';

/** Each kind with its group, whose severity the setting `publishToWiki.problems` can change, and its own severity. */
const kinds = {
  frontMatter: ['frontMatter', 'error'],
  title: ['title', 'error'],
  emptyBody: ['structure', 'error'],
  skipRegion: ['structure', 'error'],
  unclosedComment: ['structure', 'error'],
  conflict: ['structure', 'error'],
  notLeftOut: ['structure', 'warning'],
  repeatedTitle: ['title', 'information'],
  unclosedFence: ['structure', 'warning'],
  unclosedFrontMatter: ['frontMatter', 'warning'],
  doubtfulFrontMatter: ['frontMatter', 'warning'],
  localImage: ['images', 'information'],
  relativeLink: ['links', 'information'],
  missingFile: ['links', 'warning'],
  brokenLink: ['links', 'warning'],
  publicAddress: ['links', 'warning'],
  secret: ['secrets', 'error'],
  password: ['secrets', 'error'],
  exampleSecret: ['secrets', 'information'],
  controlCharacter: ['structure', 'warning'],
  exampleConflict: ['structure', 'information'],
  encoding: ['structure', 'error'],
  size: ['size', 'error'],
} as const satisfies Readonly<Record<string, readonly [group: string, severity: Severity]>>;

export type ProblemKind = keyof typeof kinds;
export const problemKinds = Object.keys(kinds) as readonly ProblemKind[];

export interface Edit extends Span {
  readonly text: string;
}

export type Fix =
  | { readonly kind: 'edit'; readonly title: string; readonly edit: Edit }
  | { readonly kind: 'setting'; readonly title: string; readonly setting: string }
  | { readonly kind: 'encoding'; readonly title: string }
  | { readonly kind: 'publish'; readonly title: string; readonly uri: string };

export interface Problem extends Span {
  readonly kind: ProblemKind;
  readonly message: string;
  /** The problem stops a publish even if the person wants to publish anyway. */
  readonly isFatal?: boolean;
  /** The message is also told where the page is planned and published. */
  readonly isNoted?: boolean;
  readonly fixes?: readonly Fix[];
  /** The link’s or image’s address, as written in the document. */
  readonly to?: string;
  readonly isFileMissing?: boolean;
  /** The linked file has a page, whose address is unknown. */
  readonly hasPage?: boolean;
}

/** `own`: the value in the user settings. A workspace’s value can’t lower the severity of secrets. */
export function readSeverities(setting: unknown, own: unknown): Readonly<Record<ProblemKind, Severity>> {
  const chosen = (setting ?? {}) as Record<string, unknown>;
  const ownChosen = (own ?? {}) as Record<string, unknown>;
  const severities = problemKinds.map((kind) => {
    const [group, usual] = kinds[kind];
    const severity = readSeverity(chosen[group]) ?? usual;
    return [
      kind,
      group === 'secrets' ? graverSeverity(severity, readSeverity(ownChosen[group]) ?? usual) : severity,
    ];
  });
  return Object.fromEntries(severities) as Record<ProblemKind, Severity>;
}

const gravestFirst: readonly Severity[] = ['error', 'warning', 'information', 'off'];

function readSeverity(value: unknown): Severity | undefined {
  return gravestFirst.find((severity) => severity === value);
}

function graverSeverity(one: Severity, other: Severity): Severity {
  return gravestFirst.indexOf(one) < gravestFirst.indexOf(other) ? one : other;
}

export function blockingProblems(
  problems: readonly Problem[],
  severities: Readonly<Record<ProblemKind, Severity>>,
): readonly Problem[] {
  return problems.filter(({ kind, isFatal }) => isFatal === true || severities[kind] === 'error');
}

/** For a secret, also says where it is: the message alone may be all that a person reads before they decide. */
export function messageWithLine({ kind, message, start }: Problem, text: string): string {
  return kind === 'secret' || kind === 'password'
    ? l10n.t('Line {0}: {1}', formatNumber(lineAt(linesOf(text), start) + 1), message)
    : message;
}

export const mostOfAKind = 250;

/** Keeps `mostOfAKind` of each kind, and as many fatal ones, so that many of one kind don’t hide another kind. */
export function limitEachKind<T extends Pick<Problem, 'kind' | 'isFatal'>>(all: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  return all.filter(({ kind, isFatal }) => {
    const key = `${kind} ${isFatal === true}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= mostOfAKind;
  });
}

export function problemMovedBy<T extends Problem>(problem: T, by: number): T {
  const fixes = problem.fixes?.map((fix) =>
    fix.kind === 'edit'
      ? { ...fix, edit: { ...fix.edit, start: fix.edit.start + by, end: fix.edit.end + by } }
      : fix,
  );
  const there = { ...problem, start: problem.start + by, end: problem.end + by };
  return fixes === undefined ? there : { ...there, fixes };
}

/** The edits may have any order, but must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let copied = 0;
  for (const { start, end, text: instead } of [...edits].sort((one, other) => one.start - other.start)) {
    edited += text.slice(copied, Math.max(start, copied)) + instead;
    copied = Math.max(end, copied);
  }
  return edited + text.slice(copied);
}

export function createSpanTest(spans: readonly Span[]): (offset: number) => boolean {
  let end = 0;
  const reaching = [...spans]
    .sort((one, other) => one.start - other.start)
    .map((span) => ({ start: span.start, end: (end = Math.max(end, span.end)) }));
  return (offset) => {
    const last = reaching[lineAt(reaching, offset)];
    return last !== undefined && last.start <= offset && offset < last.end;
  };
}
