import type { FrontMatter } from '../page/wikiFrontMatter';
import type { PageRecord } from '../records/pageRecord';
import type { PublishAnswers, DestinationDefaults, Origin } from './precedence';

interface OverwriteInput {
  readonly document: { readonly frontMatter: FrontMatter };
  readonly defaults: DestinationDefaults;
  readonly chosen?: PublishAnswers | undefined;
}

/**
 * `value`: whether the send may replace a page, since it is the file’s own or the person agreed. `wanted` is also
 * true where only front matter or a setting asks for that, and the person has not agreed yet.
 */
export function decideOverwrite(
  { document, defaults, chosen }: OverwriteInput,
  record: PageRecord | undefined,
): { value: boolean; wanted: boolean; origin: Origin | undefined } {
  if (chosen?.overwrite !== undefined) {
    return { value: chosen.overwrite, wanted: chosen.overwrite, origin: 'chosen' };
  }
  // The file’s own page is updated, whatever is set for other existing pages.
  if (record?.published !== undefined) {
    return { value: true, wanted: true, origin: 'record' };
  }
  const { overwrite } = document.frontMatter;
  const wanted = overwrite ?? defaults.overwrite;
  const origin = overwrite !== undefined ? 'frontMatter' : wanted !== undefined ? 'setting' : undefined;
  return { value: false, wanted: wanted ?? false, origin };
}
