import type { ConfigurationTarget, WorkspaceConfiguration } from 'vscode';
import { UserError } from '../../core/text/errors';

/**
 * VS Code refuses to write to a file of settings that has errors or unsaved changes, and says so in a sentence for
 * the person. `file`: the URI of that file, if it is not the user’s.
 */
export async function updateSetting(
  configuration: Pick<WorkspaceConfiguration, 'update'>,
  key: string,
  value: unknown,
  target: ConfigurationTarget | true,
  file?: string,
): Promise<void> {
  try {
    await configuration.update(key, value, target);
  } catch (cause) {
    const { message } = cause as Error;
    throw new UserError(message, {
      cause,
      remedy: 'openSettingsFile',
      ...(file !== undefined && { uri: file }),
    });
  }
}
