import * as l10n from '@vscode/l10n';
import { masked } from '../environment/secrets';

/** A line of a result, about a document or a position in it. */
export interface Finding {
  /** The path from the root, with “/” between names. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly severity: 'error' | 'warning' | 'information';
  /** A stable identifier: the kind of a problem, a section of the plan or an outcome. */
  readonly code: string;
  /** The name of the code. */
  readonly label: string;
  readonly message: string;
  readonly title?: string;
  readonly destination?: string;
  /** Where the destination comes from, in a plan. */
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

/** Where each part of a destination comes from. */
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
  /** The folder that the files' paths are relative to. */
  readonly root?: string;
  readonly findings: readonly Finding[];
  /** A sentence about the whole result. */
  readonly summary: string;
  readonly exitCode: number;
}

/** Returns the result with all secrets masked, before a format cuts or escapes its texts. */
export function maskedResult(result: CommandResult): CommandResult {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? masked(value) : value,
  ) as CommandResult;
}
