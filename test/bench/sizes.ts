import { statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import type { Row } from './row.js';

const kibibyte = 1024;

export function sizes(): Row[] {
  return [
    size('VSIX', 640, 'publish-to-wiki.vsix'),
    // As test/vscode/activation.test.ts sees them loaded
    size('what activation loads', 150, 'extension.js', 'l10n.js'),
  ];
}

function size(what: string, most: number, ...files: readonly string[]): Row {
  const sizes = files.map((file) => statSync(path.join(projectRoot, 'dist', file)).size);
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  const ratio = bytes / (most * kibibyte);
  const measured = `${(bytes / kibibyte).toFixed(1)} KB`;
  return {
    what,
    method: `size of ${files.map((file) => `dist/${file}`).join(' and ')}`,
    measured,
    against: `${most} KB`,
    ratio,
    bound: 1,
  };
}
