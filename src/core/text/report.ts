/** A message for the person, with its buttons. */
export interface Report<A> {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly A[];
  /** The person must answer it before going on. */
  readonly isModal?: boolean | undefined;
}
