import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes what npm needs beside the bundles of the command line: it has no dependency, and nothing of the editor’s. */
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
    files: ['*.js', 'result.schema.json', 'ThirdPartyNotices.txt'],
    engines: { node: '>=22.19' },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync('src/cli/result.schema.json', path.join(folder, 'result.schema.json'));
  copyFileSync('LICENSE', path.join(folder, 'LICENSE'));
  copyFileSync('docs/guide/terminal.md', path.join(folder, 'README.md'));
}
