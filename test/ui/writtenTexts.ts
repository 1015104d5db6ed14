import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Server } from '../host/startServer.js';

/** Every file that this VS Code has written, settings, state and logs among them. */
export async function writtenTexts({ dataDir }: Pick<Server, 'dataDir'>): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}extensions`),
  );
  return Promise.all(
    files.map(async ({ parentPath, name }) => readFile(path.join(parentPath, name), 'latin1')),
  );
}
