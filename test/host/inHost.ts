import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeAuthority } from '../wiki/certificates.js';
import { projectRoot, removeFolder, temporaryFolder } from './folders.js';
import { runInHost } from './runInHost.js';

// Node out/test/host/inHost.js floor|newest
async function main(): Promise<void> {
  const version = process.argv[2] === 'floor' ? 'floor' : 'newest';
  const workspace = await temporaryFolder('workspace');
  const token = randomBytes(48).toString('hex');
  const authority = await makeAuthority();
  const certificates = await temporaryFolder('authority');
  const authorityFile = path.join(certificates, 'authority.pem');
  await writeFile(authorityFile, authority.cert);
  try {
    process.exitCode = await runInHost({
      version,
      extensionDevelopmentPath: projectRoot,
      suite: path.join(projectRoot, 'out', 'test', 'host', 'suite.js'),
      workspace,
      // The operating system of the extension host trusts this authority
      env: {
        SSL_CERT_FILE: authorityFile,
        TEST_AUTHORITY: JSON.stringify(authority),
        TEST_TOKEN: token,
      },
      secrets: [token],
    });
  } finally {
    await removeFolder(workspace);
    await removeFolder(certificates);
  }
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
