import { hash } from 'node:crypto';

/**
 * Texts that differ in their line ends alone get the same hash, since VS Code unifies
 * line ends when it opens a file.
 */
export function hashOf(content: string): string {
  return hash('sha256', content.replace(/\r\n?/g, '\n'));
}
