import type { Page } from '../page/page';

/** What is sent under a title: the heading is not shown twice. */
export function contentUnder({ heading, withoutHeading, whole }: Page, title: string): string {
  return title === heading ? withoutHeading : whole;
}
