import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { projectRoot } from '../host/folders.js';

interface Item {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
  readonly enablement?: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
const { contributes } = read('package.json') as {
  contributes: {
    commands: readonly Command[];
    menus: Readonly<Record<string, readonly Item[]>>;
    keybindings: readonly Item[];
    configuration: readonly { readonly properties: object }[];
  };
};

/** Whether a condition holds, as VS Code reads it, for what is known: a key by its value, or `true`. */
function holds(when: string, keys: Readonly<Record<string, string | true>>): boolean {
  const text = when
    .replaceAll(/([\w.]+) (==|!=) ([\w.-]+)/g, (_, key: string, operator: string, value: string) =>
      String((keys[key] === value) === (operator === '==')),
    )
    .replaceAll(/[\w.]+ in [\w.]+/g, 'true')
    .replaceAll(/\b(?!true\b|false\b)[a-zA-Z][\w.]*/g, (key) => String(keys[key] !== undefined));
  assert.match(text, /^(?:true|false|&&|\|\||[!() ])*$/, when);
  return runInNewContext(text) as boolean;
}

describe('The manifest', () => {
  const entries = Object.values(contributes.menus).flat();

  it('has at most 30 commands, 55 entries in menus, 14 settings and 1,300 lines', () => {
    assert.ok(contributes.commands.length <= 30, `${contributes.commands.length} commands`);
    assert.ok(entries.length <= 55, `${entries.length} entries`);
    const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    assert.ok(settings.length <= 14, `${settings.length} settings`);
    const { length } = readFileSync(path.join(projectRoot, 'package.json'), 'utf8').split('\n');
    assert.ok(length <= 1_301, `${length} lines`);
  });
});

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

describe('The menu of a row', () => {
  const exporting = { 'config.publishToWiki.export.clientId': true } as const;
  const offersOn = (view: string, viewItem: string, keys = {}): readonly string[] => {
    const known = { view: `publishToWiki.${view}`, viewItem, ...keys };
    const items = (contributes.menus['view/item/context'] ?? []).filter(({ when = '' }) =>
      holds(when, known),
    );
    return [...new Set(items.map(({ command }) => command.replace('publishToWiki.', '')))].sort();
  };

  it('publishes and compares the page that the file has now, and opens or forgets an earlier one', () => {
    const ofPage = ['compare', 'compareWithWiki', 'openInWiki', 'preview', 'publish', 'updateFromWiki'];
    assert.deepEqual(offersOn('pages', 'wikiPage', exporting), ofPage);
    assert.deepEqual(offersOn('pages', 'wikiChange', exporting), ofPage);
    assert.deepEqual(offersOn('pages', 'wikiEarlier', exporting), ['openInWiki', 'resolve']);
    assert.deepEqual(offersOn('pages', 'wikiFile', exporting), ['preview', 'publish']);
  });

  it('asks in a plan what is open, and publishes a file that a run did not', () => {
    assert.deepEqual(offersOn('plan', 'wikiQuestion', exporting), ['resolve']);
    assert.ok(offersOn('plan', 'wikiChange').includes('resolve'));
    assert.ok(!offersOn('plan', 'wikiChange').includes('publish'));
    assert.deepEqual(offersOn('plan', 'wikiFile'), ['preview', 'publish']);
  });

  it('has nothing of the wiki’s text where no client of the export API is set, and nothing on other rows', () => {
    assert.deepEqual(offersOn('pages', 'wikiPage'), ['compare', 'openInWiki', 'preview', 'publish']);
    assert.deepEqual(offersOn('pages', ''), []);
    assert.deepEqual(offersOn('plan', ''), []);
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

  /** The commands that the palette has beside a Markdown file. */
  const shownWith = (keys: Readonly<Record<string, string | true>>): readonly string[] => {
    const known = {
      workspaceFolderCount: '1',
      editorLangId: 'markdown',
      resourceLangId: 'markdown',
      ...keys,
    };
    const isShown = (when: string | undefined): boolean => when === undefined || holds(when, known);
    return contributes.commands
      .filter(({ command, enablement }) =>
        [enablement, commandPalette.find((item) => item.command === command)?.when].every(isShown),
      )
      .map(({ command }) => command);
  };

  it('has at most 20 commands at a time, of which only the main one stands without the category', () => {
    const phases = ['plan', 'running', 'outcome', 'closed'];
    for (const planPhase of phases) {
      for (const session of ['', 'signedIn', 'signedOut', 'elsewhere', 'reload']) {
        const shown = shownWith({
          'publishToWiki.planPhase': planPhase,
          ...(session !== '' && { 'publishToWiki.exportSession': session }),
          'config.publishToWiki.export.clientId': true,
        });
        assert.ok(shown.length <= 20, `${shown.length} with ${planPhase}, ${session}: ${shown.join(', ')}`);
      }
    }
    assert.ok(shownWith({ 'publishToWiki.planPhase': 'plan' }).includes('publishToWiki.publishChecked'));
    assert.ok(!shownWith({}).includes('publishToWiki.publishChecked'));
    assert.deepEqual(
      offered.filter(({ category }) => category !== 'Wiki').map(({ command }) => command),
      ['publishToWiki.publish'],
    );
  });

  it('finds the platform token by its name, and the sign-in until there is a session', () => {
    const named = offered.filter(({ title }) => /platform token/i.test(englishOf(title)));
    assert.deepEqual(
      named.map(({ command }) => command),
      ['publishToWiki.setPlatformToken'],
    );
    assert.ok(shownWith({}).includes('publishToWiki.signIn'));
    const signedIn = shownWith({ 'publishToWiki.exportSession': 'signedIn' });
    assert.ok(!signedIn.includes('publishToWiki.signIn'));
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
