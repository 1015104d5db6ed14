import { isOthersKey } from './othersEntries';

/** In characters. Longer YAML is not parsed as a whole: the time grows with the square of the length. */
export const maxFrontMatterLength = 20_000;

const line = /^.*$/gm;
const entry = /^(?:"([^"]*)"[ \t]*|'([^']*)'[ \t]*|([^\s"'#:-][^"':]*)):(?:[ \t]|$)/;
const belongs = /^(?:[ \t]|-(?:[ \t]|$)|[\]}]|$)/;

const isReadKey = (key: string): boolean => key === 'title' || key === 'wiki' || isOthersKey(key);

/**
 * Overwrites entries that are not read with spaces, so that offsets stay the same. `length`: how
 * many characters stay. If a line can’t be in front matter or repeats a key, only its number is returned, from 1.
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
    isOurs = key === undefined ? isOurs : isReadKey(key);
    // Above the first key, an indented line or a list’s line may be text of the page, so it is no entry.
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
