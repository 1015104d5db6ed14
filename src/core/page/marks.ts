/** With this comment, an author says that what looks like a secret is none. */
export const allowMark = /<!-- {0,9}wiki:allow {0,9}-->/g;

/** The comments between which a region is left out, as `Comment.text` has them. */
export const regionOpening = 'wiki:skip';
export const regionClosing = `/${regionOpening}`;
export const regionMark = new RegExp(`<!--\\s*/?${regionOpening}\\s*-->`, 'g');

const nearlyMark = /^(\W{0,9})(?:(begin|start|end)\W{1,9})?wiki[\W_]{0,3}skip(.*)/is;

/** Whether a comment such as `<!-- wiki-skip -->` may be meant as a mark, but leaves nothing out. */
export function isNearlyMark(text: string): boolean {
  return text !== regionOpening && text !== regionClosing && nearlyMark.test(text);
}

/** Undefined where more is written than the mark. */
export function markMeantBy(text: string): string | undefined {
  const [, sign = '', word = '', rest = ''] = nearlyMark.exec(text) ?? [];
  if (/[\p{L}\p{N}/]/u.test(rest)) {
    return undefined;
  }
  return sign.includes('/') || word.toLowerCase() === 'end' ? regionClosing : regionOpening;
}
