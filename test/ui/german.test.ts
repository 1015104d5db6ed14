import assert from 'node:assert/strict';
import { WikiView } from '../host/wikiView.js';
import { onStage } from './stage.js';
import { said } from './said.js';
import { guides } from './steps.js';

describe('A window in German', () => {
  const stage = onStage({ files: { 'notizen.md': '# Neues\n\nText.\n' }, language: 'de' });

  it('has its commands, prompts, notifications, dates and the texts of each bundle in German', async () => {
    const { window, wiki } = stage;
    await window.openFile('notizen.md');
    const item = await window.statusItem('token', 'kein Token');
    assert.equal(item.ariaLabel, 'API-Token des Wikis: keines');
    await window.command('Im Wiki veröffentlichen');
    await window.quickTitle('API-Token für Team Wiki');
    assert.equal(await window.quickPlaceholder(), 'API-Token einfügen');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.quick.asks('Adresse oder ID der Seite eingeben, unter der veröffentlicht wird');
    await window.screenshot('german-place');
    await window.quickType('Anleitungen');
    await window.quick.rowsOnce(
      ([row]) => row?.label.startsWith('Die ID einer Seite besteht nur aus Ziffern.') === true,
    );
    await window.screenshot('german-place-typed');
    await window.quickType(guides.parent);
    await window.accept();
    await window.quick.asks(/^ID des Bereichs eingeben/);
    await window.screenshot('german-space');
    await window.quickType(guides.space);
    await window.accept();
    await window.quick.asks('Mit der Eingabetaste wird veröffentlicht');
    await window.screenshot('german-list');
    await window.accept();
    await said(window, '„Neues“ wurde veröffentlicht. Das Wiki sagt: „', 'info', [
      'Im Wiki öffnen',
      'Ziel speichern',
    ]);
    await window.closeNotifications();
    await window.newUntitled(' ');
    await window.command('Im Wiki veröffentlichen');
    await window.notification('Das Dokument ist leer. Es wurde nichts gesendet.');
    const tooltip = await (await window.statusItem('token', '29 T')).tooltip();
    assert.match(
      tooltip,
      /Verbindung: Team Wiki .* Ausgestellt: \d\d\.\d\d\.\d{4}, \d\d:\d\d .* Laufzeit: 30 Tage/,
    );
    const view = new WikiView(window.screen);
    await view.open();
    await view.row(/^Neues notizen\.md, (jetzt|vor \d+ (Sekunde|Minute)n?)$/);
    await window.screenshot('german');
  });
});
