import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** The path of an installed Chrome, Edge or Chromium; Debian gets Chromium installed when it has none. */
export function findBrowser(): string {
  const installed = installedBrowser();
  if (installed !== undefined) {
    if (debianAsRoot() && !hasFonts()) {
      aptInstall(fonts);
    }
    return installed;
  }
  if (debianAsRoot()) {
    console.log('Installing Chromium (once)…');
    aptInstall(['chromium', ...fonts]);
  }
  const found = installedBrowser();
  if (found === undefined) {
    throw new Error('No browser found. Install Chrome, Edge or Chromium, or set CHROME_PATH to its program.');
  }
  return found;
}

export async function launchBrowser(options: { headless: boolean } = { headless: true }): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findBrowser(),
    headless: options.headless,
    // A container's /dev/shm is too small for the workbench
    args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
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
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
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

function aptInstall(packages: string[]): void {
  const options = { stdio: 'pipe', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
}
