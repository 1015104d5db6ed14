import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string } }[];
}

const root = path.join(__dirname, '..', '..', '..');
const dist = path.join(root, 'dist');
const kibibyte = 1024;

const expected = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/(LICENSE\.txt|readme\.md|changelog\.md|package\.json)$/,
  /^extension\/package\.nls(\.[a-z-]+)?\.json$/,
  /^extension\/l10n\/bundle\.l10n\.[a-z-]+\.json$/,
  /^extension\/dist\/([a-zA-Z0-9]+\.js|ThirdPartyNotices\.txt|guide\/[a-z-]+\.md)$/,
  /^extension\/media\/(walkthrough\/)?[a-zA-Z-]+\.(png|svg|md)$/,
];

describe('The package', () => {
  let packed: Buffer;
  let files: Map<string, string>;

  before(() => {
    packed = readFileSync(path.join(dist, 'publish-to-wiki.vsix'));
    files = new Map(Object.entries(unzipSync(packed)).map(([name, bytes]) => [name, strFromU8(bytes, true)]));
  });

  it('holds what people need, and nothing else', () => {
    const names = [...files.keys()];
    assert.deepEqual(
      names.filter((name) => !expected.some((pattern) => pattern.test(name))),
      [],
    );
    for (const needed of ['dist/extension.js', 'dist/ThirdPartyNotices.txt', 'LICENSE.txt', 'readme.md']) {
      assert.ok(names.includes(`extension/${needed}`), needed);
    }
  });

  it('has each translation, where the manifest says', () => {
    const { l10n } = JSON.parse(files.get('extension/package.json') ?? '') as { readonly l10n: string };
    const names = readdirSync(path.join(root, l10n)).filter((name) =>
      /^bundle\.l10n\.[a-z-]+\.json$/.test(name),
    );
    assert.ok(names.length >= 5, names.join(', '));
    for (const name of names) {
      const text = readFileSync(path.join(root, l10n, name), 'latin1');
      assert.equal(files.get(path.posix.join('extension', l10n, name)), text, name);
    }
  });

  it('is no larger than 640 KB, and what is loaded at activation no larger than 110 KB', () => {
    const atActivation = ['extension.js', 'l10n.js'].map(
      (name) => files.get(`extension/dist/${name}`)?.length,
    );
    const loaded = atActivation.reduce<number>((sum, length) => sum + (length ?? Infinity), 0);
    assert.ok(packed.length <= 640 * kibibyte, `${packed.length} bytes in all`);
    assert.ok(loaded <= 110 * kibibyte, `${loaded} bytes at activation`);
  });

  it('has a page that begins with what it does, and no picture that VS Code would not show', () => {
    const readme = files.get('extension/readme.md') ?? '';
    assert.match(readme, /^# Publish to Wiki\n\nPublish the Markdown file/);
    assert.ok(readme.indexOf('npm install') > readme.indexOf('\n## The rest\n'));
    assert.doesNotMatch(readme, /!\[/);
    assert.doesNotMatch(readme, /\]\((?!https?:)/);
    assert.match(readme, /\n\*\*Images are not uploaded\.\*\*/);
  });

  it('leaves out the pictures of README and guide, each of at most 80 KB', () => {
    const guide = path.join(root, 'docs', 'guide');
    const written = [
      path.join(root, 'README.md'),
      ...readdirSync(guide).map((name) => path.join(guide, name)),
    ];
    const pictures = written.flatMap((file) =>
      // What stands in backticks is no picture
      [...readFileSync(file, 'utf8').matchAll(/(?<!`)!\[[^\]]*\]\(([^)]+)\)/g)].map(([, name = '']) =>
        path.relative(root, path.join(path.dirname(file), name)),
      ),
    );
    assert.ok(pictures.length >= 4, pictures.join(', '));
    for (const name of pictures) {
      const { length } = readFileSync(path.join(root, name));
      assert.ok(length <= 80 * kibibyte, `${name}: ${length} bytes`);
    }
  });

  it('has no source map and no path of the machine that built it', () => {
    const traces = [root, '/home/', '/Users/', 'C:\\Users', 'sourceMappingURL=', 'sourcesContent'];
    for (const [name, text] of files) {
      for (const trace of traces.filter((each) => each.length > 1)) {
        assert.ok(!text.includes(trace), `${name} has ${trace}`);
      }
    }
  });

  it('has no secret', () => {
    const secrets = [
      /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/,
      /-----BEGIN [A-Z ]*PRIVATE KEY/,
      /\b(ghp|gho|npm|glpat|xox[abp])[_-]\w{20,}/,
      /demo-(secret|platform-token)/,
    ];
    for (const [name, text] of files) {
      for (const secret of secrets) {
        assert.doesNotMatch(text, secret, name);
      }
    }
  });

  it('lists the licence of every work that is bundled, each of which permits it', () => {
    const bill = JSON.parse(readFileSync(path.join(dist, 'sbom.json'), 'utf8')) as {
      readonly bomFormat: string;
      readonly components: readonly Component[];
    };
    assert.equal(bill.bomFormat, 'CycloneDX');
    const notices = files.get('extension/dist/ThirdPartyNotices.txt') ?? '';
    for (const { group, name, version, licenses } of bill.components) {
      const licence = licenses?.[0]?.license?.id ?? 'none';
      assert.match(licence, /^(MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause)$/, name);
      const title = `${group === undefined ? '' : `${group}/`}${name} ${version} (${licence})`;
      assert.ok(notices.includes(`\n${title}\n\n`), title);
    }
    // What the source names is what the bill has
    const names = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
    assert.ok(['undici', 'yaml', '@vscode/l10n'].every((name) => names.includes(name)));
  });
});
