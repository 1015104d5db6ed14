import type { DeadLinkCounts } from '../wiki/deadLinkCounts';
import { lineAt, linesOf } from './lines';
import { mostOfAKind, type Problem, type ProblemKind, type Severity } from './problem';

const kinds: Partial<Record<ProblemKind, 'images' | 'links'>> = {
  localImage: 'images',
  relativeLink: 'links',
  missingFile: 'links',
  brokenLink: 'links',
};

type Severities = Readonly<Record<ProblemKind, Severity>>;

/** Returns undefined if none is dead. Kinds whose severity is `off` don’t count. */
export function countDeadLinks(
  problems: readonly Pick<Problem, 'kind' | 'isFileMissing'>[],
  severities: Severities,
): DeadLinkCounts | undefined {
  const dead = { images: 0, links: 0, missing: 0 };
  for (const { kind, isFileMissing } of problems) {
    const what = deadKind(kind, severities);
    if (what !== undefined) {
      dead[what]++;
      dead.missing += isFileMissing === true ? 1 : 0;
    }
  }
  const { images, links } = dead;
  return images + links === 0 ? undefined : { ...dead, isPartial: Math.max(images, links) >= mostOfAKind };
}

function deadKind(kind: ProblemKind, severities: Severities): 'images' | 'links' | undefined {
  return severities[kind] === 'off' ? undefined : kinds[kind];
}

/** Unlike `countDeadLinks`, also returns the line of each link. */
export function findDeadLinks(
  { text, problems }: { readonly text: string; readonly problems: readonly Problem[] },
  severities: Severities,
): DeadLinkCounts | undefined {
  const counts = countDeadLinks(problems, severities);
  if (counts === undefined) {
    return undefined;
  }
  const lines = linesOf(text);
  const dead = problems.filter(({ kind }) => deadKind(kind, severities) !== undefined);
  const places = dead.map(({ to, message, start }) => ({
    text: to ?? message,
    line: lineAt(lines, start) + 1,
  }));
  return { ...counts, places: places.sort((one, other) => one.line - other.line) };
}
