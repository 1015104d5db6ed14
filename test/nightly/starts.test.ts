import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';

const script = path.join(projectRoot, 'out', 'test', 'demo', 'demo.js');
const env = { ...process.env, VSCODE_HOST: 'server' };

describe('A start of npm start', function () {
  this.timeout(120_000);
  let home: string;

  before(async () => {
    home = await temporaryFolder('demo');
  });

  after(() => removeFolder(home));

  it('ends with npm, if that alone is told to', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const folder = path.join(home, 'npm');
    const start = `true && "${process.execPath}" "${script}" "${path.join(home, 'demo')}"`;
    await mkdir(folder);
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    const npm = spawn('npm', ['start'], { cwd: folder, env });
    const addresses = await printedAddresses(npm);
    npm.kill('SIGTERM');
    for (const address of addresses) {
      while (
        await fetch(address).then(
          () => true,
          () => false,
        )
      ) {
        await pause(100);
      }
    }
  });

  it('has addresses of its own where two begin at once', async () => {
    const both = ['one', 'other'].map((name) =>
      spawn(process.execPath, [script, path.join(home, name)], { env }),
    );
    try {
      const [one = [], other = []] = await Promise.all(both.map(printedAddresses));
      assert.equal(new Set([...one, ...other]).size, 6, [...one, ...other].join(', '));
    } finally {
      for (const each of both) {
        if (each.exitCode === null) {
          each.kill('SIGTERM');
          await once(each, 'exit');
        }
      }
    }
  });
});

/** Of two wikis and VS Code, as they are printed once all are ready. */
async function printedAddresses(demo: ChildProcess): Promise<string[]> {
  let printed = '';
  const keep = (chunk: Buffer): void => {
    printed += chunk.toString();
  };
  demo.stdout?.on('data', keep);
  demo.stderr?.on('data', keep);
  while (demo.exitCode === null && !printed.includes('Ctrl+C here ends')) {
    await pause(100);
  }
  const found = new Set([...printed.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([address]) => address));
  assert.equal(found.size, 3, printed);
  return [...found];
}
