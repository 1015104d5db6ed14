import type { Page } from '../../core/page/page';
import type { Problem } from '../../core/page/problem';

/** Returns what is told of a page: where its wiki’s pages can’t be looked up, links to pages of unknown address lead nowhere. */
export async function toldProblems(
  {
    page,
    wiki,
  }: { readonly page: Pick<Page, 'problems' | 'unresolved'>; readonly wiki?: string | undefined },
  canLookUp: (endpoint: string) => Promise<boolean>,
): Promise<readonly Problem[]> {
  const isTold = wiki !== undefined && page.unresolved.length > 0 && !(await canLookUp(wiki));
  return isTold ? [...page.problems, ...page.unresolved] : page.problems;
}
