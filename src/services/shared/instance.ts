import { randomUUID } from 'node:crypto';
import { processExists } from './processExists';

/** Returns an ID with the process ID, which `canBeAlive` reads, and a random part, since process IDs are reused. */
export function newInstance(): string {
  return `${process.pid} ${randomUUID()}`;
}

/** True also if a later process has the same process ID. */
export function canBeAlive(instance: string): boolean {
  return processExists(Number(instance.split(' ')[0]));
}
