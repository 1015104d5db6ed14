import type { Page } from '../page/page';

/** Returns the Markdown to send under a title, without a heading that repeats it. */
export function contentForTitle({ heading, contentWithoutHeading, content }: Page, title: string): string {
  return title === heading ? (contentWithoutHeading ?? content) : content;
}
