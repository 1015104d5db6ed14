import * as l10n from '@vscode/l10n';
import type { Change } from '../publish/lastPublished';
import { quote } from '../text/plain';
import type { Choice, Remembered } from '../publish/remembered';
import type { RunFile } from './run';
import { samePage, type Target } from '../wiki/target';

/** A file as far as it can be judged alone. */
export interface Candidate {
  readonly uri: string;
  /** As the person knows it. */
  readonly path: string;
  /** What the text suggests. */
  readonly title: string;
  readonly endpoint: string | undefined;
  /** Undefined when nobody has said yet where the file goes. */
  readonly target: Target | undefined;
  /** Neither the file nor a setting says whether a page that is there already is updated. */
  readonly undecided: boolean;
  /** What keeps it from being published. */
  readonly problem?: string | undefined;
  /** What a publish would change since the file's last one. */
  readonly change: Change;
  readonly remembered: Remembered | undefined;
}

interface Entry {
  readonly uri: string;
  readonly path: string;
  readonly title: string;
}

export interface Publishable extends Entry {
  readonly state: 'new' | 'changed' | 'unchanged';
  readonly choice: Choice;
  readonly undecided: boolean;
  readonly mayHaveArrived: boolean;
  /** The title of the page that the file made before, which stays. */
  readonly retitledFrom?: string | undefined;
}

export interface Blocked extends Entry {
  readonly state: 'blocked';
  readonly reason: string;
  /** Nobody has said where it goes: it was never meant for the wiki yet. */
  readonly homeless: boolean;
}

export type Planned = Publishable | Blocked;

/** What a run over these files would do with each of them. */
export function makePlan(candidates: readonly Candidate[]): readonly Planned[] {
  const pages = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = pageKey(candidate);
    const alike = key === undefined ? undefined : pages.get(key);
    if (alike !== undefined) {
      alike.push(candidate);
    } else if (key !== undefined) {
      pages.set(key, [candidate]);
    }
  }
  return candidates.map((candidate) => {
    const key = pageKey(candidate);
    const twin = key === undefined ? undefined : pages.get(key)?.find((other) => other !== candidate);
    return planned(candidate, twin);
  });
}

/** The file of a run; `overwrite` is what the person said for pages of which nobody said it before. */
export function runFile(planned: Publishable, overwrite: boolean): RunFile {
  const { uri, path, choice, mayHaveArrived, undecided } = planned;
  const target = undecided ? { ...choice.target, overwrite } : choice.target;
  return { uri, path, choice: { ...choice, target }, mayHaveArrived };
}

function planned(candidate: Candidate, twin: Candidate | undefined): Planned {
  const { uri, path, title, endpoint, target, problem, remembered, undecided } = candidate;
  const blocked = (reason: string, homeless = false): Blocked => ({
    uri,
    path,
    title: target?.title ?? title,
    state: 'blocked',
    reason,
    homeless,
  });
  if (problem !== undefined) {
    return blocked(problem);
  }
  if (endpoint === undefined || target === undefined) {
    return blocked(
      l10n.t('The file has no space or parent page yet: publish it once, or set both in the settings.'),
      true,
    );
  }
  if (twin !== undefined) {
    return blocked(l10n.t('{0} has the same title under the same parent page.', quote(twin.path)));
  }
  const known =
    remembered?.endpoint === endpoint && samePage(remembered.target, target) ? remembered : undefined;
  const state = stateOf(candidate.change, known);
  return {
    uri,
    path,
    title: target.title,
    state,
    choice: { endpoint, target, suggestedTitle: title },
    undecided: undecided && state === 'new',
    mayHaveArrived: known?.standing === 'unknown',
    retitledFrom: candidate.change.kind === 'retitled' ? candidate.change.oldTitle : undefined,
  };
}

/** A page that is the file's own, but whose text is not known any more, counts as changed. */
function stateOf({ kind }: Change, known: Remembered | undefined): Publishable['state'] {
  switch (kind) {
    case 'changed':
    case 'unchanged':
      return kind;
    case 'new':
      return known?.standing === 'published' ? 'changed' : 'new';
    case 'retitled':
      return 'new';
  }
}

/** Titles that differ in case alone are one page to some wikis. */
function pageKey({ endpoint, target, problem }: Candidate): string | undefined {
  return endpoint === undefined || target === undefined || problem !== undefined
    ? undefined
    : JSON.stringify([endpoint, target.space, target.parent, target.title.normalize('NFC').toLowerCase()]);
}
