import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import { plainLine } from '../text/plainLine';

/** `pointer`: a file that Git LFS did not fetch. `linked`: reached by a symbolic link. `git`: in a folder `.git`. */
export type UnreadableReason =
  | { readonly kind: 'missing' | 'failed' | 'notAFile' | 'pointer' | 'git' }
  | { readonly kind: 'linked'; readonly real: string }
  | { readonly kind: 'nul'; readonly line: number }
  | { readonly kind: 'tooLarge'; readonly mostBytes: number };

export const megabyte = 1024 * 1024;

export function isGitLfsPointer(text: string): boolean {
  return text.startsWith('version https://git-lfs.github.com/spec/');
}

/** Decoders write U+FFFD for bytes that they can’t decode, and UTF-16 has NULs; but a file may really have either. */
export function mayBeGarbled(text: string): boolean {
  return text.includes('\ufffd') || text.includes('\0');
}

/** Bytes tell no reason but a NUL: without one, the result is `failed`. */
export function unreadableReasonOf(bytes: Uint8Array): UnreadableReason {
  const at = bytes.indexOf(0);
  const before = bytes.subarray(0, at).filter((byte) => byte === 10);
  return at === -1 ? { kind: 'failed' } : { kind: 'nul', line: before.length + 1 };
}

export function unreadableText(name: string, why: UnreadableReason): string {
  switch (why.kind) {
    case 'missing':
      return l10n.t(
        '{0} is gone. Nothing was sent. If it has a page, that stays in the wiki.',
        plainLine(name),
      );
    case 'failed':
      return l10n.t('{0} can’t be read. Nothing was sent.', plainLine(name));
    case 'notAFile':
      return l10n.t(
        '{0} is a folder, a device or a pipe, and no file that can be read. Nothing was sent.',
        plainLine(name),
      );
    case 'pointer':
      return l10n.t(
        '{0} is a pointer of Git LFS, whose text was not fetched (git lfs pull). Nothing was sent.',
        plainLine(name),
      );
    case 'nul':
      return l10n.t(
        '{0} has a NUL (U+0000) in line {1}, which no text has: it is no text, or in another encoding, such as UTF-16. Nothing was sent.',
        plainLine(name),
        formatNumber(why.line),
      );
    case 'git':
      return l10n.t(
        '{0} is in a folder of Git, which is never published. Nothing was sent.',
        plainLine(name),
      );
    case 'linked':
      return l10n.t(
        '{0} is a link to {1}. Links are not followed: use that file itself. Nothing was sent.',
        plainLine(name),
        plainLine(why.real),
      );
    case 'tooLarge':
      return l10n.t(
        '{0} is larger than {1} MB, so it is not read. Nothing was sent.',
        plainLine(name),
        formatNumber(why.mostBytes / megabyte),
      );
  }
}
