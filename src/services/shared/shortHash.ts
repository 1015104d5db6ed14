import { hash } from 'node:crypto';

export function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 32);
}
