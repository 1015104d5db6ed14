import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The texts of a display language by the English ones; undefined for English, and where there are none. */
export function readTranslations(folder: string, language: string): Record<string, string> | undefined {
  if (/^en\b/.test(language)) {
    return undefined;
  }
  const read = (name: string): string[] =>
    JSON.parse(
      brotliDecompressSync(readFileSync(path.join(folder, `${name}.json.br`))).toString(),
    ) as string[];
  try {
    const texts = read(language);
    return Object.fromEntries(read('keys').map((key, index) => [key, texts[index] ?? key]));
  } catch {
    return undefined;
  }
}
