import { createVSIX } from '@vscode/vsce';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

/** The package of an extension that runs beside ours. */
export const probe = path.join(projectRoot, 'out', 'probe.vsix');

export async function packProbe(): Promise<void> {
  await createVSIX({
    cwd: path.join(projectRoot, 'test', 'ui', 'probe'),
    packagePath: probe,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
}
