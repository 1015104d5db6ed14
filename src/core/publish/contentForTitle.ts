import type { Page } from '../page/page';
import { isSameTitle } from '../wiki/target';

/** Leaves out a first heading that equals the title, since the page would show it twice. */
export function contentForTitle({ heading, contentWithoutHeading, content }: Page, title: string): string {
  return heading !== undefined && isSameTitle(title, heading) ? (contentWithoutHeading ?? content) : content;
}
