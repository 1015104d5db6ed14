import { statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import type { Row } from './row.js';

const kibibyte = 1024;

export function sizes(): Row[] {
  return [
    size('VSIX', 'publish-to-wiki.vsix', 380),
    size('main bundle, which activation loads', 'extension.js', 100),
  ];
}

function size(what: string, file: string, most: number): Row {
  const { size: bytes } = statSync(path.join(projectRoot, 'dist', file));
  const ratio = bytes / (most * kibibyte);
  const measured = `${(bytes / kibibyte).toFixed(1)} KB`;
  return { what, method: `size of dist/${file}`, measured, against: `${most} KB`, ratio, bound: 1 };
}
