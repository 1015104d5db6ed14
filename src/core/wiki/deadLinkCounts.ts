import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import { sentences } from '../text/sentences';

export interface DeadLinkCounts {
  readonly images: number;
  readonly links: number;
  /** How many of `images` have no file on this computer. */
  readonly missing: number;
  /** Counting stopped at a limit, so there may be more. */
  readonly isPartial: boolean;
  /** Set only after a send: a plan of thousands of files needs the counts alone. */
  readonly places?: readonly DeadLinkPlace[] | undefined;
}

export interface DeadLinkPlace {
  /** The address as it is written in the document; without an address, the message of the link’s problem. */
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

export function withMoreLinks(dead: DeadLinkCounts | undefined, links: number): DeadLinkCounts {
  return { images: 0, missing: 0, isPartial: false, ...dead, links: (dead?.links ?? 0) + links };
}

export function deadLinksText(dead: DeadLinkCounts | undefined): string {
  if (dead === undefined) {
    return '';
  }
  const { images, missing } = dead;
  if (missing === 0) {
    return notUploadedText(dead);
  }
  if (missing === images && dead.links === 0) {
    return missing === 1
      ? l10n.t('1 image doesn’t work in the wiki: its file is missing.')
      : l10n.t('{0} images don’t work in the wiki: their files are missing.', counted(missing, dead));
  }
  return sentences(
    notUploadedText(dead),
    missing === 1
      ? l10n.t('The file of 1 image is missing.')
      : l10n.t('The files of {0} images are missing.', counted(missing, dead)),
  );
}

function counted(count: number, { isPartial }: DeadLinkCounts): string {
  return `${formatNumber(count)}${isPartial ? '+' : ''}`;
}

function notUploadedText(dead: DeadLinkCounts): string {
  const { images, links } = dead;
  const imagesText = images === 1 ? l10n.t('1 image') : l10n.t('{0} images', counted(images, dead));
  const linksText = links === 1 ? l10n.t('1 link') : l10n.t('{0} links', counted(links, dead));
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
