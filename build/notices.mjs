import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the licences of what is bundled, by the bill of materials that the build wrote. */
export function writeNotices(folder) {
  // Some packages name the MIT licence without its text, which is the same as ours but for the copyright.
  const mit = readFileSync('LICENSE', 'utf8')
    .replace(/^Copyright .*$/m, 'Copyright (c) {author}')
    .trim();
  const { components } = JSON.parse(readFileSync(path.join(folder, 'sbom.json'), 'utf8'));
  const notices = components.map(({ group, name, version, author, licenses, evidence }) => {
    const title = [group, `${name} ${version}`].filter(Boolean).join('/');
    const ids = licenses
      .map(({ license, expression }) => expression ?? license.id ?? license.name)
      .join(', ');
    const texts = (evidence?.licenses ?? []).map(({ license: { text } }) =>
      Buffer.from(text.content, text.encoding).toString().trim(),
    );
    if (texts.length === 0 && ids !== 'MIT') throw new Error(`${title} comes without the text of ${ids}.`);
    if (texts.length === 0) texts.push(mit.replace('{author}', author));
    return [`${title} (${ids})`, ...texts].join('\n\n');
  });
  // The bill of materials lacks these, since only their patterns were copied.
  for (const [name, author] of [
    ['gitleaks', '2019 Zachary Rice'],
    ['secretlint', '2020 azu'],
  ]) {
    notices.push(`${name}, its patterns of secrets (MIT)\n\n${mit.replace('{author}', author)}`);
  }
  const heading = 'Publish to Wiki contains the following works of others, each under its own licence.';
  const text = [heading, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`);
  writeFileSync(path.join(folder, 'ThirdPartyNotices.txt'), `${text}\n`);
}
