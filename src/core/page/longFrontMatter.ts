import { ourKeys } from './wikiFrontMatter';

/** YAML that is longer is not parsed as a whole: that takes time which grows with the square of its length. */
export const longestFrontMatter = 20_000;

const line = /^.*$/gm;
const entry = /^(?:"([^"]*)"[ \t]*|'([^']*)'[ \t]*|([^\s"'#:-][^"':]*)):(?:[ \t]|$)/;
/** Lines that belong to the entry above them. */
const belongs = /^(?:[ \t]|-(?:[ \t]|$)|[\]}]|$)/;

/**
 * Returns YAML in which spaces stand for all entries that are not for us, or the number of the first line that may be
 * something else than an entry.
 */
export function onlyOurEntries(
  yaml: string,
): { readonly yaml: string; readonly length: number } | { readonly line: number } {
  let number = 0;
  let wrong: number | undefined;
  let isOurs = false;
  let length = 0;
  const keys = new Set<string>();
  const kept = yaml.replace(line, (each) => {
    number++;
    const [, inDouble, inSingle, plainKey] = entry.exec(each) ?? [];
    const key = inDouble ?? inSingle ?? plainKey?.trim();
    isOurs = key === undefined ? isOurs : ourKeys.some((one) => one === key);
    // What stands above the first entry may be a list in the text of the page.
    const isBelow = keys.size === 0 ? each.trim() === '' : belongs.test(each);
    const isText = key === undefined && !isBelow && !each.startsWith('#');
    if (isText || keys.has(key ?? '')) {
      wrong ??= number;
    }
    if (key !== undefined) {
      keys.add(key);
    }
    length += isOurs ? each.length : 0;
    return isOurs ? each : ' '.repeat(each.length);
  });
  wrong ??= keys.size === 0 ? 1 : undefined;
  return wrong === undefined ? { yaml: kept, length } : { line: wrong };
}
