import { setTimeout as pause } from 'node:timers/promises';
import { enterRefreshToken, goToRefreshToken, signInTitle } from '../ui/signingIn.js';
import { onStage } from '../ui/stage.js';

describe('An access token on the clipboard', function () {
  this.timeout(180_000);
  const stage = onStage({ files: { 'page.md': '# Page\n' }, persistentSecrets: true, exporting: 'client' });

  it('is taken back after a minute, though the window was reloaded in it', async () => {
    const { window } = stage;
    await window.openFile('page.md');
    await window.command(signInTitle);
    await goToRefreshToken(stage);
    await enterRefreshToken(stage);
    await window.notification('You are signed in for export.');
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    await window.screen.until('a token', async () => (await window.clipboard()).split('.').length === 3);
    // A browser writes down what a window keeps some seconds later
    await pause(6_000);
    await window.reload();
    await window.screen.until(
      'an empty clipboard',
      async () => {
        // A window that is not in front may not look at the clipboard; it does when the person comes back to it
        const other = await window.page.context().newPage();
        await other.bringToFront();
        await window.page.bringToFront();
        await other.close();
        return (await window.clipboard()) === '';
      },
      90_000,
    );
  });
});
