import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import { mostOfAKind, type Problem, type ProblemKind, type Severity } from './problem';

/** The number of a page's images and links that work on this computer, and not in the wiki. */
export interface DeadLinks {
  readonly images: number;
  readonly links: number;
}

const kinds: Partial<Record<ProblemKind, keyof DeadLinks>> = {
  localImage: 'images',
  relativeLink: 'links',
  missingFile: 'links',
  brokenLink: 'links',
};

/** Returns undefined if there are none, or the settings hide them. */
export function deadLinksIn(
  problems: readonly Pick<Problem, 'kind'>[],
  severities: Readonly<Record<ProblemKind, Severity>>,
): DeadLinks | undefined {
  const dead = { images: 0, links: 0 };
  for (const { kind } of problems) {
    const what = severities[kind] === 'off' ? undefined : kinds[kind];
    if (what !== undefined) {
      dead[what]++;
    }
  }
  return dead.images + dead.links === 0 ? undefined : dead;
}

/** Returns a sentence, which is empty where all links work. */
export function deadLinksText(dead: DeadLinks | undefined): string {
  if (dead === undefined) {
    return '';
  }
  const { images, links } = dead;
  const imagesText = images === 1 ? l10n.t('1 image') : l10n.t('{0} images', counted(images));
  const linksText = links === 1 ? l10n.t('1 link') : l10n.t('{0} links', counted(links));
  return links === 0
    ? images === 1
      ? l10n.t('1 image doesn’t work in the wiki: images are not uploaded.')
      : l10n.t('{0} don’t work in the wiki: images are not uploaded.', imagesText)
    : images > 0
      ? l10n.t('{0} and {1} don’t work in the wiki.', imagesText, linksText)
      : links === 1
        ? l10n.t('1 link doesn’t work in the wiki.')
        : l10n.t('{0} don’t work in the wiki.', linksText);
}

/** No more problems of a kind are kept. */
function counted(count: number): string {
  return count < mostOfAKind ? formatNumber(count) : `${formatNumber(count)}+`;
}
