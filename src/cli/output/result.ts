import * as l10n from '@vscode/l10n';
import { masked } from '../environment/secrets';

export interface Finding {
  /** The path from the root folder, with “/” between names on all systems. */
  readonly file: string;
  /** Counted from 1, as is `column`. */
  readonly line?: number;
  readonly column?: number;
  readonly severity: 'error' | 'warning' | 'information';
  /** The same in all languages: a problem’s kind, a page’s status, or an outcome such as `not sent`. */
  readonly code: string;
  readonly label: string;
  readonly message: string;
  readonly title?: string;
  readonly destination?: string;
  readonly origins?: Origins;
}

export function severityLabel(severity: Finding['severity']): string {
  switch (severity) {
    case 'error':
      return l10n.t('error');
    case 'warning':
      return l10n.t('warning');
    case 'information':
      return l10n.t('information');
  }
}

export type Origins = Readonly<Partial<Record<(typeof originParts)[number], OriginName>>>;

export const originParts = ['space', 'parent', 'title'] as const;

export type OriginName = 'front matter' | '.vscode/settings.json' | 'state' | 'text' | 'answer' | 'folder';

export function originLabel(origin: OriginName): string {
  switch (origin) {
    case 'front matter':
      return l10n.t('front matter');
    case '.vscode/settings.json':
      return origin;
    case 'state':
      return l10n.t('state');
    case 'text':
      return l10n.t('text');
    case 'answer':
      return l10n.t('answer');
    case 'folder':
      return l10n.t('folder');
  }
}

export interface CommandResult {
  readonly command: string;
  /** The path of the folder that each `Finding.file` is relative to. */
  readonly root?: string;
  readonly findings: readonly Finding[];
  readonly summary: string;
  readonly exitCode: number;
}

/** Masks before a format cuts or escapes texts, since a secret would not be found in them afterwards. */
export function maskedResult(result: CommandResult): CommandResult {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? masked(value) : value,
  ) as CommandResult;
}
