import { createHash } from 'node:crypto';

/** The hash of a text, however its lines end: VS Code makes them alike when it opens a file. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('hex');
}
