import type { DeadLinkCounts } from '../wiki/deadLinkCounts';
import { mostOfAKind, type Problem, type ProblemKind, type Severity } from './problem';

const kinds: Partial<Record<ProblemKind, 'images' | 'links'>> = {
  localImage: 'images',
  relativeLink: 'links',
  missingFile: 'links',
  brokenLink: 'links',
};

export function countDeadLinks(
  problems: readonly Pick<Problem, 'kind' | 'isFileMissing'>[],
  severities: Readonly<Record<ProblemKind, Severity>>,
): DeadLinkCounts | undefined {
  const dead = { images: 0, links: 0, missing: 0 };
  for (const { kind, isFileMissing } of problems) {
    const what = severities[kind] === 'off' ? undefined : kinds[kind];
    if (what !== undefined) {
      dead[what]++;
      dead.missing += isFileMissing === true ? 1 : 0;
    }
  }
  const { images, links } = dead;
  return images + links === 0 ? undefined : { ...dead, isPartial: Math.max(images, links) >= mostOfAKind };
}
