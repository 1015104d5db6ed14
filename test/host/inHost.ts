import { join } from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from './folders.js';
import { runInHost } from './runInHost.js';

// node out/test/host/inHost.js floor|newest
async function main(): Promise<void> {
  const version = process.argv[2] === 'floor' ? 'floor' : 'newest';
  const workspace = await temporaryFolder('workspace');
  try {
    process.exitCode = await runInHost({
      version,
      extensionDevelopmentPath: projectRoot,
      suite: join(projectRoot, 'out', 'test', 'host', 'suite.js'),
      workspace,
    });
  } finally {
    await removeFolder(workspace);
  }
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
