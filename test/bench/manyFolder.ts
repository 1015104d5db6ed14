import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const concurrency = 4;

/** Pages of a few paragraphs, a hundred in each folder. */
export async function writeFolder(folder: string, files: number): Promise<void> {
  for (let index = 0; index < files; index++) {
    const within = path.join(folder, String(Math.floor(index / 100)));
    if (index % 100 === 0) {
      await mkdir(within, { recursive: true });
    }
    const title = `Page ${index}`;
    const text = `# ${title}\n\n${`All that there is to say about [${title}](https://example.com/). `.repeat(20)}\n`;
    await writeFile(path.join(within, `${index}.md`), text);
  }
}
