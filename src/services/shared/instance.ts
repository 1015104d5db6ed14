import { randomUUID } from 'node:crypto';
import { processExists } from './processExists';

/** Names a window or command: by its process ID, which another may have had before, and a random ID. */
export function newInstance(): string {
  return `${process.pid} ${randomUUID()}`;
}

/** Whether the process of a window or command may still run. */
export function mayExist(instance: string): boolean {
  return processExists(Number(instance.split(' ')[0]));
}
