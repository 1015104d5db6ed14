import type { PageRecord } from '../publish/pageRecord';
import { plain } from '../text/plain';
import { escapeMarkdown } from './runReport';

/** A file or folder whose page goes under that of a folder. */
export interface Under {
  readonly uri: string;
  /** What its text suggests; undefined where a problem keeps it from being published. */
  readonly title: string | undefined;
  /** The page of the file, if it has one. */
  readonly record: PageRecord | undefined;
}

/**
 * The text of a folder’s page: the pages under it, and no file that has none. `going`: the titles of what a run publishes, by
 * address; before that is settled, all that can be published.
 */
export function folderList(under: readonly Under[], going?: ReadonlyMap<string, string>): string {
  return under
    .map(({ uri, title, record }) => {
      const made = record?.place.title;
      // A title that differs from its text’s was chosen
      const next = record !== undefined && record.suggestedTitle === title ? made : title;
      return (going === undefined ? next : going.get(uri)) ?? made;
    })
    .filter((title) => title !== undefined)
    .map((title) => `- ${escapeMarkdown(plain(title))}\n`)
    .join('');
}
