import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.js';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { ProcessGroup } from '../host/processGroup.js';
import { startServer, type Server } from '../host/startServer.js';
import { freePort, Inspector } from '../demo/inspector.js';

interface Launch {
  readonly type: string;
  readonly args: readonly string[];
  readonly outFiles: readonly string[];
  readonly preLaunchTask: string;
}

interface Task {
  readonly label: string;
  readonly script: string;
  readonly problemMatcher: { readonly background: { readonly endsPattern: string } };
}

/** What F5 does, by the files that say so: builds with source maps, opens a window, stops at a breakpoint. */
describe('F5', () => {
  let folder: string;
  let launch: Launch;
  let watch: ProcessGroup;
  let server: Server;
  let browser: Browser;

  before(async function () {
    this.timeout(180_000);
    // A copy, since other tests use what is in dist
    folder = await temporaryFolder('launch');
    for (const name of ['package.json', 'package.nls.json', 'l10n', 'media', 'test/demo/workspace']) {
      await cp(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
    }
    const { configurations } = await json<{ configurations: Launch[] }>('.vscode/launch.json');
    launch = configurations[0] ?? assert.fail();
    const { tasks } = await json<{ tasks: Task[] }>('.vscode/tasks.json');
    const task = tasks.find(({ label }) => label === launch.preLaunchTask) ?? assert.fail();
    const { scripts } = await json<{ scripts: Record<string, string> }>('package.json');
    const [program, ...args] = scripts[task.script]?.split(' ') ?? [];
    assert.equal(program, 'node');
    const outdir = path.join(folder, 'dist');
    watch = new ProcessGroup(process.execPath, [...args, '--outdir', outdir], process.env);
    const ends = new RegExp(task.problemMatcher.background.endsPattern, 'm');
    while (watch.ended === undefined && !ends.test(watch.output)) {
      await pause(50);
    }
    assert.doesNotMatch(watch.output, /\[ERROR\]/);
    // The switch that lets a page's address develop an extension
    server = await startServer({ version: 'newest', smokeTest: true });
    browser = await launchBrowser();
  });

  after(async () => {
    await browser.close();
    await server.close();
    await watch.close();
    await removeFolder(folder);
  });

  it('opens a window with the extension, and stops at a breakpoint in src', async () => {
    assert.equal(launch.type, 'extensionHost');
    const args = launch.args.map(inFolder);
    const developed = args.find((arg) => arg.startsWith('--extensionDevelopmentPath='))?.split('=')[1] ?? '';
    const opened = args.find((arg) => !arg.startsWith('--'));
    const port = await freePort();
    const page = await browser.newPage();
    const payload: [string, string][] = [
      ['extensionDevelopmentPath', server.remoteUri(developed)],
      // What VS Code's debugger adds
      ['inspect-brk-extensions', String(port)],
    ];
    await page.goto(server.url({ folder: opened ?? '', payload }), { timeout: 60_000 });

    const source = 'src/extension.ts';
    const lines = (await readFile(path.join(projectRoot, source), 'utf8')).split('\n');
    const begins = lines.findIndex((each) => each.startsWith('export function activate('));
    // The first statement in it
    const line = lines.findIndex((each, index) => index > begins && !each.trim().startsWith('//'));
    const bundle = path.join(folder, 'dist', 'extension.js');
    assert.ok(launch.outFiles.map(inFolder).some((pattern) => path.matchesGlob(bundle, pattern)));
    const map = new SourceMap(JSON.parse(await readFile(`${bundle}.map`, 'utf8')) as never);
    const bundled = (await readFile(bundle, 'utf8')).split('\n').findIndex((text, index) => {
      const entry = map.findEntry(index, text.search(/\S/));
      return (
        'originalSource' in entry && entry.originalSource.endsWith(source) && entry.originalLine === line
      );
    });
    assert.ok(bundled >= 0, `Line ${line + 1} is not in the bundle`);

    const inspector = await Inspector.attach(port);
    await inspector.send('Debugger.enable');
    const { href: url } = pathToFileURL(bundle);
    await inspector.send('Debugger.setBreakpointByUrl', { url, lineNumber: bundled });
    await inspector.send('Runtime.runIfWaitingForDebugger');
    const { callFrames } = await inspector.breakpointHit();
    assert.equal(callFrames[0]?.functionName, 'activate');
    const { lineNumber, columnNumber } = callFrames[0].location;
    const stopped = map.findEntry(lineNumber, columnNumber);
    assert.ok('originalSource' in stopped);
    assert.equal(path.resolve(path.dirname(bundle), stopped.originalSource), path.join(projectRoot, source));
    assert.equal(stopped.originalLine, line);
    await inspector.close();
    await page.close();
  });

  const inFolder = (text: string): string => text.replaceAll('${workspaceFolder}', folder);
});

async function json<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(path.join(projectRoot, file), 'utf8')) as T;
}
