// `npm run audit`: the known vulnerabilities of what the package bundles, by the bill of materials that the build wrote.
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
execSync('npm run --silent bundle', { cwd: root, stdio: 'inherit' });
const { components } = JSON.parse(readFileSync(join(root, 'dist', 'sbom.json'), 'utf8'));
const bundled = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));

const { vulnerabilities, error, message } = JSON.parse(audit());
if (vulnerabilities === undefined) {
  const cause = error?.summary || message || 'it gave no report';
  console.error(`Not checked: the registry's audit could not be had (${cause}).`);
  process.exitCode = 2;
} else {
  const found = bundled.filter((name) => name in vulnerabilities);
  for (const name of found) console.error(`${name}: ${vulnerabilities[name].severity}`);
  console.log(`${bundled.length} bundled packages, ${found.length} with known vulnerabilities`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

function audit() {
  try {
    return execSync('npm audit --json', { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch ({ stdout }) {
    // npm audit fails when it finds something, too
    return stdout?.toString() || '{}';
  }
}
