import { createVSIX } from '@vscode/vsce';

/** Makes the package of an extension that only tests use. */
export async function packExtension(cwd: string, packagePath: string): Promise<void> {
  await createVSIX({
    cwd,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
}
