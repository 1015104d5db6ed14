import type { PageRecord } from '../publish/pageRecord';
import type { PlanFile } from '../run/row';

type Needing = Pick<PlanFile, 'linked'> & {
  readonly input?: Pick<NonNullable<PlanFile['input']>, 'defaults'> | undefined;
};

/** The files whose pages a file needs to be published: those that it links to, and the one above it. */
export function neededBy({ linked = [], input }: Needing): readonly string[] {
  const { above } = input?.defaults ?? {};
  return [...linked.map(({ uri }) => uri), ...(above === undefined ? [] : [above.uri])];
}

/** Whether a page is the same for what needs it. */
export function isSamePage(
  one: Pick<PageRecord, 'published' | 'wiki'> | undefined,
  other: Pick<PageRecord, 'published' | 'wiki'> | undefined,
): boolean {
  return (
    (one?.published === undefined) === (other?.published === undefined) &&
    one?.wiki?.id === other?.wiki?.id &&
    one?.wiki?.address === other?.wiki?.address
  );
}
