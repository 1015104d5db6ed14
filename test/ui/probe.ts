import { rename } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { packExtension } from '../host/packExtension.js';

/** The package of an extension that runs beside ours. */
export const probe = path.join(projectRoot, 'out', 'probe.vsix');

let packed: Promise<void> | undefined;

export async function packProbe(): Promise<void> {
  packed ??= pack();
  await packed;
}

async function pack(): Promise<void> {
  // Another file of tests may pack it, or install it, at the same time
  const mine = `${probe}.${process.pid}`;
  await packExtension(path.join(projectRoot, 'test', 'ui', 'probe'), mine);
  await rename(mine, probe);
}
