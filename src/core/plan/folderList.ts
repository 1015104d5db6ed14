import type { PageRecord } from '../records/pageRecord';
import { plainLine } from '../text/plainLine';
import { escapeMarkdown } from './runReport';

/** A file or folder whose page is under that of a folder. */
export interface ChildPage {
  readonly uri: string;
  /** The title that the text suggests; undefined if a problem blocks the file. */
  readonly title: string | undefined;
  readonly record: PageRecord | undefined;
}

/**
 * Returns a folder’s page in Markdown: a list of the pages under it. `going`: titles of the run’s pages by
 * URI. Without it, every file that can be published is listed.
 */
export function folderPageMarkdown(under: readonly ChildPage[], going?: ReadonlyMap<string, string>): string {
  return under
    .map(({ uri, title, record }) => {
      const made = record?.place.title;
      // A title that differs from the text's was chosen by the person.
      const next = record !== undefined && record.suggestedTitle === title ? made : title;
      return (going === undefined ? next : going.get(uri)) ?? made;
    })
    .filter((title) => title !== undefined)
    .map((title) => `- ${escapeMarkdown(plainLine(title))}\n`)
    .join('');
}
