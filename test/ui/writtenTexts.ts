import path from 'node:path';
import { filesIn } from '../host/filesIn.js';
import type { Server } from '../host/startServer.js';

/** Every file that this VS Code has written below a folder of that name: settings, state and logs among them. */
export async function writtenTexts({ dataDir }: Pick<Server, 'dataDir'>, below = ''): Promise<string[]> {
  const extensions = path.join(dataDir, 'extensions');
  const texts: string[] = [];
  for await (const file of filesIn(dataDir)) {
    if (!file.path.startsWith(extensions) && file.path.includes(below)) {
      texts.push(file.text);
    }
  }
  return texts;
}
