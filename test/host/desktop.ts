import { downloadAndUnzipVSCode, runTests, TestRunFailedError } from '@vscode/test-electron';
import { fetchStableVersions } from '@vscode/test-electron/out/download.js';
import { downloads, removeFolder, temporaryFolder } from './folders.js';
import { ProcessGroup } from './processGroup.js';
import type { HostRun } from './runInHost.js';
import { releases } from './vscodeServer.js';

/** The desktop twin of the server: VS Code as its vendor ships it. */
export async function runInDesktop(run: HostRun): Promise<number> {
  const userData = await temporaryFolder('desktop');
  try {
    return await runTests({
      version: run.version === 'floor' ? releases.floor.vscode : 'stable',
      cachePath: downloads,
      extensionDevelopmentPath: run.extensionDevelopmentPath,
      extensionTestsPath: run.suite,
      extensionTestsEnv: run.env ?? {},
      launchArgs: [run.workspace, '--disable-extensions', '--user-data-dir', userData],
    });
  } catch (error) {
    if (error instanceof TestRunFailedError) {
      return error.code ?? 1;
    }
    throw error;
  } finally {
    await removeFolder(userData);
  }
}

/** Opens desktop VS Code for a person, with the extension from its source folder. */
export async function startDesktop(options: {
  extensionDevelopmentPath: string;
  folder: string;
  userData: string;
  language?: string;
  env?: NodeJS.ProcessEnv;
}): Promise<ProcessGroup> {
  const program = await downloadAndUnzipVSCode({ version: 'stable', cachePath: downloads });
  const { extensionDevelopmentPath, folder, userData, language, env } = options;
  const flags = ['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', '--disable-updates'];
  const locale = language === undefined ? [] : ['--locale', language];
  const args = [folder, `--extensionDevelopmentPath=${extensionDevelopmentPath}`, ...flags, ...locale];
  return new ProcessGroup(program, [...args, '--user-data-dir', userData], { ...process.env, ...env });
}

/** Whether the vendor's download answers soon. */
export async function desktopReachable(): Promise<boolean> {
  if (process.env.VSCODE_HOST === 'server') {
    return false;
  }
  const timeoutMs = process.env.VSCODE_HOST === 'desktop' ? 30_000 : 3000;
  const answer = fetchStableVersions(true, timeoutMs).then(
    () => true,
    () => false,
  );
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  return Promise.race([answer, late]);
}
