import type { Palette } from './palette.js';
import type { Screen } from './screen.js';

/** Leaves Restricted Mode the way a person does. */
export async function trustFolder(screen: Screen, palette: Palette): Promise<void> {
  await palette.run('Manage Workspace Trust');
  const trust = screen.page
    .locator('.workspace-trust-editor')
    .getByRole('button', { name: 'Trust', exact: true });
  await (await screen.visible('the button Trust', trust)).click();
  const restricted = screen.page.locator('[id="status.workspaceTrust"]');
  await screen.until('the folder to be trusted', async () => !(await restricted.isVisible()));
}
