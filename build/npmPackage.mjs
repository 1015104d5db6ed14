import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageByItself } from './readme.mjs';

/** Writes what npm needs beside the bundles: the package has no dependencies, and nothing of the editor’s. */
export function writeNpmPackage(folder) {
  const { version, description, license, author, repository, bugs, homepage, keywords } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const manifest = {
    name: 'publish-to-wiki',
    version,
    description,
    ...{ license, author, repository, bugs, homepage, keywords },
    bin: { 'publish-to-wiki': 'main.js' },
    files: ['*.js', 'l10n', 'result.schema.json', 'ThirdPartyNotices.txt'],
    engines: { node: '>=22.19' },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync('src/cli/output/result.schema.json', path.join(folder, 'result.schema.json'));
  writeTexts(path.join(folder, 'l10n'));
  copyFileSync('LICENSE', path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'README.md'), pageByItself('docs/guide/terminal.md'));
}

/** Writes one file for each language, in which the terminal’s texts replace the editor’s. */
function writeTexts(folder) {
  mkdirSync(folder);
  for (const name of readdirSync('l10n/cli')) {
    const shared = name === 'en.json' ? {} : read(`l10n/bundle.l10n.${name}`);
    writeFileSync(path.join(folder, name), JSON.stringify({ ...shared, ...read(`l10n/cli/${name}`) }));
  }
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
