import type { Page } from '../page/page';

/** Returns the Markdown to send under a title, without a heading that repeats it. */
export function contentUnder({ heading, withoutHeading, whole }: Page, title: string): string {
  return title === heading ? (withoutHeading ?? whole) : whole;
}
