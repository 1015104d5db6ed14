import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

interface Item {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
const { contributes } = read('package.json') as {
  contributes: {
    commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    menus: Readonly<Record<string, readonly Item[]>>;
    keybindings: readonly Item[];
  };
};

describe('The title of an editor', () => {
  it('has Publish beside the two buttons that lead through conflicts, and not between them', () => {
    // VS Code’s own extension for conflicts gives its buttons the places 1 and 2
    const item = contributes.menus['editor/title']?.find(
      ({ command }) => command === 'publishToWiki.publish',
    );
    const [, place = '0'] = /^navigation(?:@(.+))?$/.exec(item?.group ?? '') ?? assert.fail();
    assert.ok(Number(place) < 1 || Number(place) > 2, place);
  });
});

describe('The menu of a row of the Wiki view', () => {
  /** As VS Code reads these conditions, which are joined by “and”. */
  const offersOn = (row: string): readonly string[] => {
    const items = (contributes.menus['view/item/context'] ?? []).filter(({ when = '' }) =>
      when.split(' && ').every((condition) => {
        const [, not, expression] = /^(!\()?viewItem =~ \/(.*)\/\)?$/.exec(condition) ?? [];
        return expression === undefined
          ? condition === 'view == publishToWiki.pages'
          : new RegExp(expression).test(row) === (not === undefined);
      }),
    );
    return [...new Set(items.map(({ command }) => command.replace('publishToWiki.', '')))];
  };

  it('publishes and compares the page that the file has now, and no earlier one', () => {
    const ofPage = ['publishFile', 'compare', 'compareWithWiki', 'updateFromWiki'];
    const [now, before] = ['changed', 'earlier'].map((state) => offersOn(`page published openable ${state}`));
    assert.deepEqual(
      ofPage.filter((each) => now?.includes(each)),
      ofPage,
    );
    assert.deepEqual(
      ofPage.filter((each) => before?.includes(each)),
      [],
    );
    assert.ok(before?.includes('openInWiki'));
  });
});

describe('A menu of the Explorer or of the Wiki view', () => {
  it('shows no keys, since those of the editor do nothing there', () => {
    const keyed = contributes.keybindings
      .filter(({ when = '' }) => when.includes('editorLangId'))
      .map(({ command }) => command);
    assert.ok(keyed.length > 0);
    const items = ['explorer/context', 'view/item/context'].flatMap((menu) => contributes.menus[menu] ?? []);
    assert.deepEqual(
      items.filter(({ command }) => keyed.includes(command)),
      [],
    );
  });
});

const english = read('package.nls.json') as Readonly<Record<string, string>>;

function englishOf(title: string): string {
  return english[title.replaceAll('%', '')] ?? '';
}

describe('The palette', () => {
  const { commandPalette = [] } = contributes.menus;
  const offered = contributes.commands.filter(
    ({ command }) => !commandPalette.some((item) => item.command === command && item.when === 'false'),
  );

  /** Whether the palette has the command while the export session is in this state. */
  const isShownIn = (command: string, session: string | undefined): boolean => {
    const { when = '' } = commandPalette.find((item) => item.command === command) ?? {};
    const [isOfSession, operator, state] =
      /^publishToWiki\.exportSession(?: (==|!=) (\w+))?$/.exec(when) ?? [];
    return operator === undefined
      ? isOfSession === undefined || session !== undefined
      : (session === state) === (operator === '==');
  };

  it('has at most 22 commands at a time, of which only the main one stands without the category', () => {
    for (const session of [undefined, 'signedIn', 'signedOut']) {
      const { length } = offered.filter(({ command }) => isShownIn(command, session));
      assert.ok(length <= 22, `${length} while the export session is ${session}`);
    }
    assert.deepEqual(
      offered.filter(({ category }) => category !== 'Wiki').map(({ command }) => command),
      ['publishToWiki.publish'],
    );
  });

  it('finds the platform token by its name, and one of the two ends of the export session', () => {
    const named = offered.filter(({ title }) => /platform token/i.test(englishOf(title)));
    assert.deepEqual(
      named.map(({ command }) => command),
      ['publishToWiki.setPlatformToken'],
    );
    for (const session of [undefined, 'signedIn', 'signedOut']) {
      const ends = ['publishToWiki.signIn', 'publishToWiki.signOut'].filter((each) =>
        isShownIn(each, session),
      );
      assert.equal(ends.length, 1);
    }
  });

  it('has nothing that only a row or a view’s title needs', () => {
    const { commandPalette: _, ...menus } = contributes.menus;
    const places = (id: string): string[] =>
      Object.keys(menus).filter((menu) => menus[menu]?.some(({ command }) => command === id));
    const ofViews = offered.filter(({ command }) => {
      const found = places(command);
      return found.length > 0 && found.every((menu) => menu === 'view/item/context');
    });
    assert.deepEqual(
      ofViews.map(({ command }) => command).sort(),
      ['publishToWiki.compareWithWiki'],
      'This one is about the active file as well.',
    );
  });
});
