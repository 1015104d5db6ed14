import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

/** The path of an installed Chrome, Edge or Chromium; Debian gets Chromium installed when it has none. */
export async function findBrowser(): Promise<string> {
  const installed = installedBrowser();
  if (installed !== undefined) {
    if (debianAsRoot() && !hasFonts()) {
      await aptInstall(fonts);
    }
    return installed;
  }
  if (debianAsRoot()) {
    console.log('Installing Chromium (once)…');
    await aptInstall(['chromium-headless-shell', ...fonts]);
  }
  const found = installedBrowser();
  if (found === undefined) {
    throw new Error('No browser found. Install Chrome, Edge or Chromium, or set CHROME_PATH to its program.');
  }
  return found;
}

export async function launchBrowser(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      // A container's /dev/shm is too small for the workbench
      '--disable-dev-shm-usage',
      // No window is open for so long that optimizing its code pays, and a larger nursery is tidied up less often
      '--js-flags=--no-opt --no-maglev --min-semi-space-size=64 --max-semi-space-size=128',
    ],
  });
}

let shared: Promise<Browser> | undefined;

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

/** One for all that this process tests, which ends with it: each window has a profile of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  const browser = await shared;
  if (browser.isConnected()) {
    return browser;
  }
  shared = launchBrowser();
  return shared;
}

function installedBrowser(): string | undefined {
  const chosen = process.env.CHROME_PATH;
  return [...(chosen ? [chosen] : []), ...usualPlaces()].find((path) => existsSync(path));
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return roots
      .filter((root) => root !== undefined)
      .flatMap((root) => [
        path.join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        path.join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        path.join(root, 'Chromium', 'Application', 'chrome.exe'),
      ]);
  }
  // The first has no window of its own to draw
  const names = [
    'chromium-headless-shell',
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
  ];
  const folders = (process.env.PATH ?? '').split(':').concat('/usr/bin', '/snap/bin');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

const fonts = ['fonts-liberation', 'fonts-dejavu-core', 'fonts-noto-color-emoji'];

function hasFonts(): boolean {
  const folder = '/usr/share/fonts/truetype';
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function debianAsRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function aptInstall(packages: string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 1e8 };
  const aptGet = promisify(execFile);
  await aptGet('apt-get', ['update'], options);
  await aptGet('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
}
