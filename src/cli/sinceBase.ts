import * as l10n from '@vscode/l10n';
import type { Page } from '../core/page/page';
import { quote } from '../core/text/plain';
import type { Documents } from '../services/flow/host';
import type { Base } from './base';
import { parseSettings, settingsFile } from './folderSettings';
import { severityLabel, type Finding } from './result';

interface SinceBaseOptions {
  readonly base: Base;
  readonly documents: Pick<Documents, 'read'>;
  /** Returns the address of a path from the root. */
  readonly uriOf: (file: string) => string;
  /** Whether a path was selected. */
  readonly isChosen: (file: string) => boolean;
  /** The current settings. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Finds what happens to existing pages, if these were published from the base. */
export async function findSinceBase(options: SinceBaseOptions): Promise<readonly Finding[]> {
  const { base, isChosen } = options;
  const findings: Finding[] = [];
  for (const { before, now } of base.changed) {
    const file = now ?? before ?? '';
    if (before !== undefined && isChosen(file)) {
      const message = now === undefined ? goneText() : await changeText(options, before, now);
      findings.push(...(message === undefined ? [] : [warningFinding(file, message)]));
    }
  }
  return [...findings, ...(await findSettings(options))];
}

function goneText(): string {
  return l10n.t(
    'The file is deleted. Its page stays: somebody who may delete pages in the wiki has to remove it.',
  );
}

function warningFinding(file: string, message: string): Finding {
  const severity = 'warning';
  return { file, line: 1, severity, code: 'sinceBase', label: severityLabel(severity), message };
}

/** Describes how a file's page changes; undefined if it does not. */
async function changeText(
  { base, documents, uriOf }: SinceBaseOptions,
  before: string,
  now: string,
): Promise<string | undefined> {
  const text = await base.textOf(before);
  const was = text === undefined ? undefined : (await documents.read(uriOf(before), { text })).value?.page;
  const is = (await documents.read(uriOf(now))).value?.page;
  if (was === undefined || is === undefined || was.title === '' || is.title === '') {
    return undefined;
  }
  if (was.title !== is.title) {
    return l10n.t('This changes the title: a second page will be created, and {0} stays.', quote(was.title));
  }
  return placeOf(was) === placeOf(is)
    ? undefined
    : l10n.t(
        'This changes where the page goes: a second page will be created, and the one at the old place stays.',
      );
}

function placeOf({ frontMatter: { connection, space, parent } }: Page): string {
  return JSON.stringify([connection, space, parent]);
}

/** Finds changed settings, which can send pages elsewhere. */
async function findSettings({ base, settings }: SinceBaseOptions): Promise<readonly Finding[]> {
  const before = parseSettings((await base.textOf(settingsFile)) ?? '');
  const ours = (all: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(
      Object.entries(all)
        .filter(([key]) => key.startsWith('publishToWiki.'))
        .sort(),
    );
  return ours(before) === ours(settings)
    ? []
    : [
        warningFinding(
          settingsFile,
          l10n.t('This changes settings that say how and where pages are published.'),
        ),
      ];
}
