import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';

/** The number of a page's images and links that work on this computer, and not in the wiki. */
export interface DeadLinks {
  readonly images: number;
  readonly links: number;
  /** There are more than were counted. */
  readonly isPartial: boolean;
}

/** Returns a sentence, which is empty where all links work. */
export function deadLinksText(dead: DeadLinks | undefined): string {
  if (dead === undefined) {
    return '';
  }
  const { images, links, isPartial } = dead;
  const counted = (count: number): string => `${formatNumber(count)}${isPartial ? '+' : ''}`;
  const imagesText = images === 1 ? l10n.t('1 image') : l10n.t('{0} images', counted(images));
  const linksText = links === 1 ? l10n.t('1 link') : l10n.t('{0} links', counted(links));
  if (links === 0) {
    return images === 1
      ? l10n.t('1 image doesn’t work in the wiki: images are not uploaded.')
      : l10n.t('{0} don’t work in the wiki: images are not uploaded.', imagesText);
  }
  if (images > 0) {
    return l10n.t('{0} and {1} don’t work in the wiki.', imagesText, linksText);
  }
  return links === 1
    ? l10n.t('1 link doesn’t work in the wiki.')
    : l10n.t('{0} don’t work in the wiki.', linksText);
}
