import { hash } from 'node:crypto';

/** Returns the hash of a text without regard to its line ends, which VS Code unifies when it opens a file. */
export function hashOf(content: string): string {
  return hash('sha256', content.replace(/\r\n?/g, '\n'));
}
