/** What a person reads, and the buttons below it. */
export interface Report<A> {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly A[];
  /** It is answered before anything else is done. */
  readonly isModal?: boolean | undefined;
}
