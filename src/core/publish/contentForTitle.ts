import type { Page } from '../page/page';

/** Leaves out a first heading that equals the title, since the page would show it twice. */
export function contentForTitle({ heading, contentWithoutHeading, content }: Page, title: string): string {
  return title === heading ? (contentWithoutHeading ?? content) : content;
}
