import fc from 'fast-check';

export const fileName = fc.constantFrom('a', 'b', 'ab', 'B', 'a-b', 'docs', '[a]', 'a b');
export const folder = fc
  .array(fileName, { maxLength: 3 })
  .map((names) => names.map((each) => `${each}/`).join(''));
const word = fc.constantFrom(
  'a',
  'b',
  'B',
  'docs',
  '*',
  '**',
  '?',
  '.md',
  '/',
  '[ab]',
  '[!a]',
  '[a-b]',
  '\\a',
  '\\[',
  '\\*',
  '\\ ',
  'docs\\/',
  ' ',
  '[[:alpha:]]',
);
export const rule = fc
  .tuple(
    fc.constantFrom('', '', '!', '/', '**/', '#', '\\#'),
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('')),
    fc.constantFrom('', '', '/', '/**', '/*', ' ', '\r'),
  )
  .map((parts) => parts.join(''))
  // Git takes “a**” before a slash or the end for “a” and a part of its own where nothing before the asterisks is a pattern, and for “a*” elsewhere
  .filter((text) => !/[^/*]\*\*+(\/|[ \r]*$)/.test(text));
/** Names that differ in case alone are one to some disks. */
export function oneCase(files: readonly string[]): readonly string[] {
  const spellings = new Map<string, string>();
  return files.map((file) =>
    file
      .split('/')
      .map((part, depth, parts) => {
        const key = parts
          .slice(0, depth + 1)
          .join('/')
          .toLowerCase();
        spellings.set(key, spellings.get(key) ?? part);
        return spellings.get(key);
      })
      .join('/'),
  );
}
