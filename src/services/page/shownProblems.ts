import type { Page } from '../../core/page/page';
import type { Problem } from '../../core/page/problem';

/** Returns the problems to show. Links to pages of unknown address count where lookups are impossible. */
export async function shownProblems(
  {
    page,
    wiki,
  }: { readonly page: Pick<Page, 'problems' | 'unresolved'>; readonly wiki?: string | undefined },
  canLookUp: (endpoint: string) => Promise<boolean>,
): Promise<readonly Problem[]> {
  const isTold = wiki !== undefined && page.unresolved.length > 0 && !(await canLookUp(wiki));
  return isTold ? [...page.problems, ...page.unresolved] : page.problems;
}
