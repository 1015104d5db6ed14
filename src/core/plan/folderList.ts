import type { PageRecord } from '../records/pageRecord';
import { plain } from '../text/plain';
import { escapeMarkdown } from './runReport';

/** A file or folder whose page is under that of a folder. */
export interface ChildPage {
  readonly uri: string;
  /** The title that the text suggests; undefined if a problem blocks the file. */
  readonly title: string | undefined;
  readonly record: PageRecord | undefined;
}

/**
 * Returns the Markdown of a folder's page: a list of the pages under it. `going`: the titles that a run publishes, by
 * the file's address; before the run is settled, all files that can be published.
 */
export function folderList(under: readonly ChildPage[], going?: ReadonlyMap<string, string>): string {
  return under
    .map(({ uri, title, record }) => {
      const made = record?.place.title;
      // A title that differs from the text's was chosen by the person.
      const next = record !== undefined && record.suggestedTitle === title ? made : title;
      return (going === undefined ? next : going.get(uri)) ?? made;
    })
    .filter((title) => title !== undefined)
    .map((title) => `- ${escapeMarkdown(plain(title))}\n`)
    .join('');
}
