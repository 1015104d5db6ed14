import { randomUUID } from 'node:crypto';
import { processExists } from './processExists';

/** Returns an ID of this window or command: the process ID, which may be reused, and a random one. */
export function newInstance(): string {
  return `${process.pid} ${randomUUID()}`;
}

/** Whether the process of a window or command may still run. */
export function canBeAlive(instance: string): boolean {
  return processExists(Number(instance.split(' ')[0]));
}
