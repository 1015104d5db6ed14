// What `npm test` runs: every check in turn, then the names of what failed and the sum.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const mocha = ['node_modules/mocha/bin/mocha.js', '--reporter', 'out/test/host/results.js'];
let passed = 0;
const failed = [];
const broken = new Set();

// an npm script: one failure when it fails
function check(name, script) {
  step(name, () => {
    const { status } = spawnSync(`npm run --silent ${script}`, { cwd: root, stdio: 'inherit', shell: true });
    if (status !== 0) fail(name, `npm run ${script} failed.`);
  });
}

// a run of tests: its own count, and one failure when it did not get as far as counting
function tests(name, sources, args, { timeoutMs, needs = [] }) {
  step(name, () => {
    const missing = needs.filter((need) => broken.has(need));
    if (missing.length > 0) return fail(name, `Not run, since this failed: ${missing.join(', ')}.`);
    const count = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).length;
    if (count === 0) return console.log('There are no tests.');
    const file = join(root, 'out', 'results.json');
    rmSync(file, { force: true });
    const { status, error } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TEST_RESULTS: file },
      timeout: timeoutMs,
    });
    const results = read(file);
    if (results === undefined) {
      return fail(name, error?.message ?? `Ended with ${status} before its tests were counted.`);
    }
    passed += results.passed;
    for (const failure of results.failed) fail(name, failure.message, failure.name);
    if (results.passed + results.failed.length === 0) fail(name, 'No test ran.');
    else if (status !== 0 && results.failed.length === 0) fail(name, `Ended with ${status}.`);
  });
}

function step(name, run) {
  console.log(`\n=== ${name}`);
  const startedAt = Date.now();
  run();
  console.log(`=== ${name}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

function fail(step, message, test) {
  broken.add(step);
  failed.push({ title: test === undefined ? step : `${step}: ${test}`, message });
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

// no test of a deleted source is left to run
rmSync(join(root, 'out'), { recursive: true, force: true });
mkdirSync(join(root, 'out'));

const minutes = (count) => count * 60_000;

// the tests of some folders in plain mocha
function mochaTests(name, folders, args, options) {
  const sources = folders.map((folder) => `test/${folder}/**/*.test.ts`);
  const compiled = folders.map((folder) => `out/test/${folder}/**/*.test.js`);
  tests(name, sources, [...mocha, '--no-config', '--no-package', ...args, ...compiled], options);
}

function hostTests(name, version) {
  tests(name, ['test/vscode/**/*.test.ts'], ['out/test/host/inHost.js', version], {
    timeoutMs: minutes(15),
    needs: ['Package'],
  });
}

check('Lint', 'lint');
check('Types', 'compile');
check('Unused code', 'unused');
check('Package', 'package');
check('Speed against the baseline', 'bench:quick');
mochaTests(
  'Unit tests',
  ['core', 'l10n', 'model', 'properties', 'services', 'wiki'],
  ['--timeout', '10000'],
  {
    timeoutMs: minutes(10),
  },
);
mochaTests('Windows of one export session', ['soak'], [], { timeoutMs: minutes(4) });
mochaTests('Tests of the package', ['package'], [], { timeoutMs: minutes(2), needs: ['Package'] });
hostTests('Tests in VS Code, oldest', 'floor');
hostTests('Tests in VS Code, newest', 'newest');
// Two at a time, since most of a test of a window is waiting; but for what is measured, which runs alone
const measured = 'ui/thousandFiles.test';
const inWindow = { timeoutMs: minutes(45), needs: ['Package'] };
const perTest = ['--timeout', '120000'];
const twoAtATime = [...perTest, '--parallel', '--jobs', '2', '--ignore', `out/test/${measured}.js`];
mochaTests('Tests of the window', ['demo', 'ui'], twoAtATime, inWindow);
const alone = [...mocha, '--no-config', '--no-package', ...perTest, `out/test/${measured}.js`];
tests('A thousand files in a window', [`test/${measured}.ts`], alone, inWindow);

for (const { title, message } of failed) {
  console.log(`\nFailed: ${title}\n  ${message.trim().split('\n').join('\n  ')}`);
}
if (failed.length > 0) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed.length} failed`);
