/** A sentence for the person; each action is a button. */
export interface Report<A> {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  /** The text without the wiki’s own sentence, where there is one and only a line can be shown. */
  readonly brief?: string | undefined;
  readonly actions: readonly A[];
  readonly isModal?: boolean | undefined;
}
