import { readKeys } from './wikiFrontMatter';

/** Longer YAML is not parsed as a whole: the time grows with the square of the length. */
export const maxFrontMatterLength = 20_000;

const line = /^.*$/gm;
const entry = /^(?:"([^"]*)"[ \t]*|'([^']*)'[ \t]*|([^\s"'#:-][^"':]*)):(?:[ \t]|$)/;
/** Lines that belong to the entry above them. */
const belongs = /^(?:[ \t]|-(?:[ \t]|$)|[\]}]|$)/;

/**
 * Puts spaces in place of all entries that are not read. If a line may be no entry, the result is its number.
 */
export function blankOtherEntries(
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
    isOurs = key === undefined ? isOurs : readKeys.some((one) => one === key);
    // Lines above the first entry may be a list in the page’s text.
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
