import type { Page } from '../../core/page/page';
import type { Problem } from '../../core/page/problem';

/** Adds the `unresolved` links if the wiki is decided, but can’t be asked for the addresses of their pages. */
export async function shownProblems(
  {
    page,
    wiki,
  }: { readonly page: Pick<Page, 'problems' | 'unresolved'>; readonly wiki?: string | undefined },
  canLookUp: (endpoint: string) => boolean | Promise<boolean>,
): Promise<readonly Problem[]> {
  const isTold = wiki !== undefined && page.unresolved.length > 0 && !(await canLookUp(wiki));
  return isTold ? [...page.problems, ...page.unresolved] : page.problems;
}
