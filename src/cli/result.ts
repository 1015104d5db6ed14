/** One line of a result: of a document, or of a place in it. */
export interface Finding {
  /** From the root, with “/” between. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  readonly severity: 'error' | 'warning' | 'information';
  /** A word that stays the same: the kind of a problem, a section of the plan, an outcome. */
  readonly code: string;
  /** What the code is called. */
  readonly label: string;
  readonly message: string;
  readonly title?: string;
  readonly destination?: string;
  /** What named the destination, in a plan. */
  readonly origins?: Origins;
}

/** What named each part of a destination. */
export type Origins = Readonly<Partial<Record<(typeof originParts)[number], OriginName>>>;

export const originParts = ['space', 'parent', 'title'] as const;

export type OriginName = 'front matter' | '.vscode/settings.json' | 'state' | 'text' | 'answer' | 'folder';

export interface Result {
  readonly command: string;
  /** The folder that files are of, where there is one. */
  readonly root?: string;
  readonly findings: readonly Finding[];
  /** What happened in all. */
  readonly summary: string;
  readonly exitCode: number;
}
