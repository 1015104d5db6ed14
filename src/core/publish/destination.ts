import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { Target } from '../wiki/target';
import { answerOf, type FolderAnswer, type Likeness } from './kinship';
import type { SuggestedPlace } from './pageRecord';

/** Where one send goes: from the decision to the record one value. */
export interface Destination {
  readonly endpoint: string;
  readonly target: Target;
  /** What the document suggested: what differs from it was chosen by the person. */
  readonly suggestedTitle: string;
  readonly suggestedPlace: SuggestedPlace;
  readonly answer?: FolderAnswer | undefined;
}

/** `likeness`: what the decision says of it. */
export function destinationOf(
  { frontMatter: { space, parent }, title }: { readonly frontMatter: FrontMatter; readonly title: string },
  { endpoint }: Pick<Connection, 'endpoint'>,
  target: Target,
  likeness?: Partial<Likeness>,
): Destination {
  const answer = likeness && answerOf(likeness, { endpoint, ...target });
  return {
    endpoint,
    target,
    suggestedTitle: title,
    suggestedPlace: { space, parent },
    ...(answer && { answer }),
  };
}
