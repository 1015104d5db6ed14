import { setTimeout as pause } from 'node:timers/promises';
import { processExists } from '../../src/services/shared/processExists.js';

/** Ends a process at once, and returns when it is dead: what it was sent until then it may still have read. */
export async function killed(pid: number, timeoutMs = 10_000): Promise<void> {
  process.kill(pid, 'SIGKILL');
  const deadlineAt = Date.now() + timeoutMs;
  while (processExists(pid)) {
    if (Date.now() > deadlineAt) {
      throw new Error(`The process ${pid} did not end in ${timeoutMs} ms.`);
    }
    await pause(5);
  }
}
