/** A sentence for the person; each action is a button. */
export interface Report<A> {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly A[];
  readonly isModal?: boolean | undefined;
}
