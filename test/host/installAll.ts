import { findBrowser } from './browser.js';
import { installServer } from './vscodeServer.js';

// Node out/test/host/installAll.js: what tests of a window would otherwise install when they begin
async function main(): Promise<void> {
  await Promise.all([findBrowser(), installServer('newest'), installServer('floor')]);
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
