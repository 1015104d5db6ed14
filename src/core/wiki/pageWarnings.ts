import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import { sentences } from '../text/sentences';

/** What the person should know of a page’s content, which does not stop its publish. */
export interface PageWarnings {
  /** The lines that look like a password, a token or a private key; they count from 1. */
  readonly secretLines: readonly number[];
  readonly images: number;
  readonly links: number;
  /** How many of `images` have no file on this computer. */
  readonly missing: number;
  /** What else a person is told with the page, such as what arrives as text. */
  readonly notes: readonly string[];
  /** Counting stopped at a limit, so there may be more. */
  readonly isPartial: boolean;
  /** Set only for a send: a plan of thousands of files needs the counts alone. */
  readonly places?: readonly DeadLinkPlace[] | undefined;
}

export interface DeadLinkPlace {
  /** The address as it is written in the document; without an address, the message of the link’s problem. */
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

export function withMoreLinks(warnings: PageWarnings | undefined, links: number): PageWarnings {
  const none = { secretLines: [], images: 0, missing: 0, notes: [], isPartial: false };
  return { ...none, ...warnings, links: (warnings?.links ?? 0) + links };
}

export function hasSecrets(warnings: PageWarnings | undefined): boolean {
  return (warnings?.secretLines ?? []).length > 0;
}

/** What has to be done once a secret may have been published: the wiki keeps what was sent. */
export function leakText(): string {
  return l10n.t(
    'If it is a real one, change the password or key now: old versions of a page stay in the wiki.',
  );
}

export function hasDeadLinks({ images, links }: PageWarnings): boolean {
  return images + links > 0;
}

export function warningsText(warnings: PageWarnings | undefined): string {
  return sentences(...warningTexts(warnings));
}

/** One text for passwords and keys, one for images and links, and the notes, each only if there are any. */
export function warningTexts(warnings: PageWarnings | undefined): readonly string[] {
  return warnings === undefined
    ? []
    : [secretsText(warnings), deadLinksText(warnings), ...warnings.notes].filter(Boolean);
}

export function secretLineText(line: number): string {
  return l10n.t('Line {0} may contain a password or a key.', formatNumber(line));
}

export function secretsText(warnings: PageWarnings): string {
  const [first, ...others] = warnings.secretLines;
  if (first === undefined || others.length === 0) {
    return first === undefined ? '' : secretLineText(first);
  }
  return l10n.t(
    '{0} lines may contain passwords or keys. The first is line {1}.',
    counted(warnings.secretLines.length, warnings),
    formatNumber(first),
  );
}

export function deadLinksText(warnings: PageWarnings): string {
  const { images, links, missing } = warnings;
  // Beside links, only the missing files of images would seem to be missing.
  if (missing === 0 || links > 0) {
    return hasDeadLinks(warnings) ? notUploadedText(warnings) : '';
  }
  if (missing === images) {
    return missing === 1
      ? l10n.t('1 image doesn’t work in the wiki: its file is missing.')
      : l10n.t('{0} images don’t work in the wiki: their files are missing.', counted(missing, warnings));
  }
  return sentences(
    notUploadedText(warnings),
    missing === 1
      ? l10n.t('The file of 1 image is missing.')
      : l10n.t('The files of {0} images are missing.', counted(missing, warnings)),
  );
}

function counted(count: number, { isPartial }: PageWarnings): string {
  return `${formatNumber(count)}${isPartial ? '+' : ''}`;
}

function notUploadedText(warnings: PageWarnings): string {
  const { images, links } = warnings;
  const imagesText = images === 1 ? l10n.t('1 image') : l10n.t('{0} images', counted(images, warnings));
  const linksText = links === 1 ? l10n.t('1 link') : l10n.t('{0} links', counted(links, warnings));
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
