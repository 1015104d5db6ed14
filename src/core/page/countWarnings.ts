import type { PageWarnings } from '../wiki/pageWarnings';
import { lineAt, linesOf } from './lines';
import { mostOfAKind, type Problem, type ProblemKind, type Severity } from './problem';

type Warned = 'secrets' | 'images' | 'links';

const kinds: Partial<Record<ProblemKind, Warned>> = {
  secret: 'secrets',
  password: 'secrets',
  localImage: 'images',
  relativeLink: 'links',
  missingFile: 'links',
  brokenLink: 'links',
};

type Severities = Readonly<Record<ProblemKind, Severity>>;

interface Checked {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** Returns undefined if there is nothing to warn of. Kinds of problems whose severity is `off` don’t count. */
export function countWarnings({ text, problems }: Checked, severities: Severities): PageWarnings | undefined {
  const { secrets, images, links } = groupProblems(problems, severities);
  const most = Math.max(secrets.length, images.length, links.length);
  const notes = problems.filter(({ kind, isNoted }) => isNoted === true && severities[kind] !== 'off');
  if (most === 0 && notes.length === 0) {
    return undefined;
  }
  const lines = secrets.length === 0 ? [] : linesOf(text);
  return {
    secretLines: [...new Set(secrets.map(({ start }) => lineAt(lines, start) + 1))],
    images: images.length,
    links: links.length,
    missing: images.filter(({ isFileMissing }) => isFileMissing === true).length,
    notes: [...new Set(notes.map(({ message }) => message))],
    isPartial: most >= mostOfAKind,
  };
}

/** Unlike `countWarnings`, also returns the line of each dead image and link. */
export function findWarnings(checked: Checked, severities: Severities): PageWarnings | undefined {
  const counts = countWarnings(checked, severities);
  if (counts === undefined) {
    return undefined;
  }
  const lines = linesOf(checked.text);
  const { images, links } = groupProblems(checked.problems, severities);
  const dead = [...images, ...links].sort((one, other) => one.start - other.start);
  const places = dead.map(({ to, message, start }) => ({
    text: to ?? message,
    line: lineAt(lines, start) + 1,
  }));
  return { ...counts, places };
}

function groupProblems(
  problems: readonly Problem[],
  severities: Severities,
): Readonly<Record<Warned, readonly Problem[]>> {
  const warned = Object.groupBy(problems, ({ kind, isNoted }) =>
    severities[kind] === 'off' || isNoted === true ? 'others' : (kinds[kind] ?? 'others'),
  );
  return { secrets: warned.secrets ?? [], images: warned.images ?? [], links: warned.links ?? [] };
}
