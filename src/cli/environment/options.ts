import * as l10n from '@vscode/l10n';
import { languages } from './language';

export interface Option {
  readonly name: string;
  /** The value’s placeholder in the help, such as FILE; undefined for a flag, which takes no value. */
  readonly value?: string;
  readonly isRepeated?: boolean;
  readonly help: () => string;
}

export const langOption: Option = {
  name: 'lang',
  value: 'LANGUAGE',
  help: () =>
    l10n.t(
      'the language of the texts: {0}; in CI English, else that of LC_ALL, LC_MESSAGES or LANG',
      languages.join(', '),
    ),
};
export const rootOption: Option = {
  name: 'root',
  value: 'FOLDER',
  help: () => l10n.t('the folder with the files and their settings; by default that of the Git repository'),
};
export const formatOption: Option = {
  name: 'format',
  value: 'text|json|github|gitlab[=FILE]',
  isRepeated: true,
  help: () => l10n.t('how the result is written, and to which file; may be repeated; text by default'),
};
export const allowEmptyOption: Option = {
  name: 'allow-empty',
  help: () => l10n.t('that there are no Markdown files is no error'),
};
export const connectionOption: Option = {
  name: 'connection',
  value: 'NAME',
  help: () => l10n.t('what front matter calls this connection'),
};
export const saveOption: Option = {
  name: 'save',
  value: 'FILE',
  help: () => l10n.t('writes the plan, to be looked at and published with --plan'),
};
export const baseOption: Option = {
  name: 'base',
  value: 'REVISION',
  help: () => l10n.t('tells what changed since then: titles, places, deleted files, settings'),
};
export const tokenFileOption: Option = {
  name: 'token-file',
  value: 'FILE',
  help: () => l10n.t('has the API token; - is standard input'),
};
export const filesFromOption: Option = {
  name: 'files-from',
  value: 'FILE',
  help: () =>
    l10n.t(
      'has more paths, on a line each or, as git ls-files -z writes them, each ended by a NUL character; - is standard input',
    ),
};
export const stateOption: Option = {
  name: 'state',
  value: 'FOLDER',
  help: () =>
    l10n.t('keeps what was published: unchanged files are not sent, and a file updates its own page'),
};
export const endpointVariable = ['WIKI_IMPORT_ENDPOINT', () => l10n.t('the wiki’s import endpoint')] as const;
export const apiTokenVariable = ['WIKI_API_TOKEN', () => l10n.t('the API token for it')] as const;
export const platformVariables = [
  ['WIKI_SITE', () => l10n.t('the wiki’s own address, which the platform token is sent to')],
  ['WIKI_PLATFORM_TOKEN', () => l10n.t('finds pages, for trees and links between pages')],
  ['WIKI_PLATFORM_EMAIL', () => l10n.t('goes with a personal platform token')],
] as const;
export const takeOverOption: Option = {
  name: 'take-over',
  help: () =>
    l10n.t(
      'replaces the pages at the places of the files, whoever made them; WIKI_ALLOWED_SPACES has to be set',
    ),
};
export const spaceOption: Option = {
  name: 'space',
  value: 'ID',
  help: () => l10n.t('the space of documents that name none, as in the settings'),
};
export const parentOption: Option = {
  name: 'parent',
  value: 'ID',
  help: () => l10n.t('the page that they go under'),
};
export const allowedVariables = [
  ['WIKI_ALLOWED_SPACES', () => l10n.t('IDs of the only spaces that pages may go to')],
  ['WIKI_ALLOWED_PARENTS', () => l10n.t('IDs of the only pages that pages may go under')],
  ['WIKI_ALLOWED_ORIGINS', () => l10n.t('the only origins that the endpoint and WIKI_SITE may have')],
] as const;
