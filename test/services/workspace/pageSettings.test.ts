import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPageSettings } from '../../../src/services/workspace/pageSettings.js';
import { anyAddress, anything, holds, hostile } from '../../properties/runs.js';

type Values = Record<string, unknown>;
/** `user`: what the person set; the rest is a workspace's. */
const read = (values: Values, path?: string, user: Values = {}) => {
  const configuration = {
    get: (key: string) =>
      typeof user[key] === 'object' ? { ...user[key], ...(values[key] as object | undefined) } : values[key],
    inspect: (key: string) => ({ key, globalValue: user[key] }),
  };
  return readPageSettings(configuration, path);
};

describe('The settings of a page', () => {
  it('leave the heading and comments out unless told otherwise', () => {
    const usual = read({});
    assert.deepEqual([usual.text.omitHeading, usual.text.omitComments, usual.defaults], [true, true, {}]);
    const other = read({ omitHeading: false, omitComments: false, space: 'D', parent: '1', overwrite: null });
    assert.deepEqual([other.text.omitHeading, other.text.omitComments], [false, false]);
    assert.deepEqual(other.defaults, { space: 'D', parent: '1' });
  });

  it('let a workspace raise what is said about secrets, and only the person lower it', () => {
    const secret = (workspace: unknown, user?: unknown) =>
      read({ problems: workspace === undefined ? {} : { secrets: workspace } }, undefined, {
        problems: { secrets: user },
      }).severities.secret;
    assert.equal(secret('off'), 'error');
    assert.equal(secret('warning', undefined), 'error');
    assert.equal(secret('off', 'warning'), 'warning');
    assert.equal(secret('error', 'off'), 'error');
    assert.equal(secret(undefined, 'off'), 'off');
    const user = { problems: { secrets: 'off' } };
    assert.equal(read({}, undefined, user).severities.secret, 'off');
    assert.equal(read({ problems: { images: 'off' } }).severities.localImage, 'off');
  });

  it('have a public place for a document in a folder', () => {
    const place = (publicAddress: unknown, path?: string) =>
      read({ publicAddress }, path).text.publicAddresses;
    assert.deepEqual(place(' https://p.example/x ', 'docs/a.md'), {
      address: 'https://p.example/x/',
      folder: 'docs/',
      unusable: [],
    });
    for (const address of [
      'p.example',
      'javascript:x',
      'https://',
      'https://p.example/?at=main',
      'https://p.example/#a',
    ]) {
      const unusable = ['publishToWiki.publicAddress'];
      assert.deepEqual(place(address, 'a.md'), { address: undefined, folder: '', unusable });
    }
    for (const address of ['', 1, undefined]) {
      assert.equal(place(address, 'a.md'), undefined);
    }
    assert.equal(place('https://p.example', undefined), undefined);
  });

  const of = (folders: unknown, path = 'docs/api/a.md') => {
    const { defaults, tree } = read({ folders, parent: '1' }, path);
    return [defaults.parent, tree?.top, tree?.everyFolder];
  };
  const [one, two] = ['11', '22'];

  it('have a place for a folder of its own, the nearest that names one', () => {
    assert.deepEqual(of({ docs: { parent: one }, './docs/api/': { parent: two } }), [
      two,
      undefined,
      undefined,
    ]);
    assert.deepEqual(of({ docs: { parent: one }, 'docs/api': { layout: 'flat' } }), [
      one,
      undefined,
      undefined,
    ]);
    assert.deepEqual(of({ doc: { parent: one } }), ['1', undefined, undefined]);
    assert.deepEqual(of({ '.': { parent: one } }), [one, undefined, undefined]);
  });

  it('take nothing from outside of a folder that it names itself, also where that can’t be used', () => {
    const elsewhere = 'https://a.example/wiki/spaces/ENG/pages/42/A';
    for (const [folder, space, parent] of [
      [{ parent: '11' }, '1001', '11'],
      [{ parent: 11 }, '1001', undefined],
      [{ parent: '11x' }, '1001', undefined],
      [{ parent: '' }, '1001', '1'],
      [{ space: 1002 }, undefined, undefined],
      [{ space: 1002, parent: '11' }, undefined, '11'],
      // A parent page is in one space
      [{ space: '1002' }, '1002', undefined],
      [{ space: '1001' }, '1001', '1'],
      [{ parent: elsewhere }, 'ENG', '42'],
    ] as const) {
      const { defaults } = read({ folders: { docs: folder }, space: '1001', parent: '1' }, 'docs/a.md');
      assert.deepEqual([defaults.space, defaults.parent], [space, parent], JSON.stringify(folder));
    }
  });

  it('may name any number of folders, in any spelling of their paths, and take no time', () => {
    for (const spelling of [
      'docs/api',
      'docs/api/',
      './docs/api',
      './docs/api/',
      '/docs/api',
      '/docs/api/',
    ]) {
      assert.equal(of({ [spelling]: { parent: one } })[0], one, spelling);
    }
    for (const spelling of ['', '.', './', '/']) {
      assert.equal(of({ [spelling]: { parent: one } })[0], one, spelling);
    }
    for (const inherited of ['constructor/a.md', '__proto__/a.md']) {
      assert.deepEqual(of({ docs: { parent: one } }, inherited), ['1', undefined, undefined]);
    }
    const folders = Object.fromEntries(
      Array.from({ length: 200_000 }, (_, at) => [`docs/f${at}`, { parent: `${at}` }]),
    );
    const before = process.threadCpuUsage();
    for (let document = 0; document < 100; document++) {
      assert.equal(of(folders, `docs/f${document}/a.md`)[0], `${document}`);
    }
    assert.ok(process.threadCpuUsage(before).user < 300_000);
  });

  it('have a tree, which begins at the outermost folder that is one, or where a place is named', () => {
    for (const [folders, found] of [
      ['tree', ['1', '', false]],
      ['fullTree', ['1', '', true]],
      ['flat', ['1', undefined, undefined]],
      ['forest', ['1', undefined, undefined]],
      [{ '.': { layout: 'tree' }, docs: { layout: 'fullTree' } }, ['1', '', true]],
      [{ docs: 'tree' }, ['1', 'docs/', false]],
      [{ docs: 'tree', 'docs/api': 'fullTree' }, ['1', 'docs/', true]],
      [{ '.': 'tree', 'docs/api': 'flat' }, ['1', undefined, undefined]],
      [{ docs: { layout: 'tree', parent: one } }, [one, 'docs/', false]],
      [{ docs: { layout: 'tree', parent: one }, 'docs/api': { parent: two } }, [two, 'docs/api/', false]],
      [{ docs: { parent: one }, 'docs/api': { layout: 'tree' } }, [one, 'docs/api/', false]],
      [{ docs: { layout: 'tree' }, 'docs/api': { layout: 'flat' } }, ['1', undefined, undefined]],
      [{ docs: { layout: 'flat' }, '.': { layout: 'tree' } }, ['1', undefined, undefined]],
      [{ docs: null, '.': 3 }, ['1', undefined, undefined]],
    ] as const) {
      assert.deepEqual(of(folders), found, JSON.stringify(folders));
    }
    assert.deepEqual(of('tree', ''), ['1', '', false]);
    assert.equal(read({ folders: 'tree' }).tree, undefined);
  });

  it('are read or left, whatever they hold', () => {
    const values = fc.dictionary(
      fc.constantFrom(
        'omitHeading',
        'omitComments',
        'publicAddress',
        'space',
        'parent',
        'overwrite',
        'problems',
      ),
      fc.oneof(anything, hostile, anyAddress, fc.dictionary(fc.string(), anything)),
    );
    holds(fc.tuple(values, hostile), ([values, path]) => {
      const settings = read(values, path, values);
      assert.equal(typeof settings.text.omitHeading, 'boolean');
      assert.match(settings.text.publicAddresses?.address ?? 'https:', /^https?:/);
    });
  });
});
