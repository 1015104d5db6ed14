import type { PageRecord } from '../records/pageRecord';
import { plainLine } from '../text/plainLine';
import { escapeMarkdown } from './runReport';

export interface ChildPage {
  readonly uri: string;
  /** The title in the file, perhaps another than its page’s; undefined if a problem or `draft` keeps the file back. */
  readonly title: string | undefined;
  readonly record: PageRecord | undefined;
}

/** `going`: the titles of a run’s pages by URI. If it is given, only these and files that have a page are listed. */
export function folderPageMarkdown(under: readonly ChildPage[], going?: ReadonlyMap<string, string>): string {
  return under
    .map(({ uri, title, record }) => {
      const made = record?.place.title;
      // While the file’s title is that of the last publish, a different title of its page is the person’s choice.
      const next = record !== undefined && record.suggestedTitle === title ? made : title;
      return (going === undefined ? next : going.get(uri)) ?? made;
    })
    .filter((title) => title !== undefined)
    .map((title) => `- ${escapeMarkdown(plainLine(title))}\n`)
    .join('');
}
