import { format } from 'node:util';
import { launchBrowser } from './browser.js';
import { runInDesktop } from './desktop.js';
import { keepShown, leaks } from './leaks.js';
import { reportMark } from './suite.js';
import { startServer } from './startServer.js';
import type { Version } from './vscodeServer.js';

export interface HostRun {
  readonly version: Version;
  readonly extensionDevelopmentPath: string;
  /** A compiled module that exports `run(): Promise<void>`. */
  readonly suite: string;
  readonly workspace: string;
  readonly env?: Record<string, string>;
  /** What the suite uses and nothing may keep. */
  readonly secrets?: readonly string[];
}

const limitMs = 5 * 60_000;

/** Runs a suite inside a real extension host; resolves with 0 when it passed. */
export async function runInHost(run: HostRun): Promise<number> {
  return process.env.VSCODE_HOST === 'desktop' ? runInDesktop(run) : runInServer(run);
}

async function runInServer(run: HostRun): Promise<number> {
  const server = await startServer({ version: run.version, smokeTest: true, env: run.env ?? {} });
  const complaints: string[] = [];
  let reported = 0;
  const log = (_type: string, values: unknown[]): void => {
    const line = format(...values);
    if (line.startsWith(reportMark)) {
      reported += 1;
      console.log(line.replaceAll(new RegExp(`^${reportMark}`, 'gm'), ''));
    } else {
      complaints.push(line);
    }
  };
  try {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
      // At the end the clipboard is searched too
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
      await page.addInitScript(keepShown);
      const ended = new Promise<number>((resolve, reject) => {
        void page.exposeFunction('codeAutomationLog', log);
        void page.exposeFunction('codeAutomationExit', resolve);
        page.once('crash', () => reject(new Error('The page crashed.')));
        setTimeout(() => {
          reject(
            new Error(
              `The suite did not end in ${limitMs / 1000} s.\n${complaints.join('\n')}\n${server.output()}`,
            ),
          );
        }, limitMs).unref();
      });
      const payload: [string, string][] = [
        ['extensionDevelopmentPath', server.remoteUri(run.extensionDevelopmentPath)],
        ['extensionTestsPath', server.remoteUri(run.suite)],
        ['skipWelcome', 'true'],
      ];
      await page.goto(server.url({ folder: run.workspace, payload }), { timeout: 60_000 });
      const code = await ended;
      if (code !== 0 && reported === 0) {
        console.error(complaints.join('\n'));
      }
      const found = await leaks(run.secrets ?? [], server, page);
      if (found.length === 0) {
        return code;
      }
      console.error(`Secrets can be read in:\n${found.join('\n')}`);
      return 1;
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}
