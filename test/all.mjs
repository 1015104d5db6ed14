// What `npm test` runs: every check, side by side as far as the processors go, then the slowest, what failed and the sum.
// `npm run test:fast` has the argument `fast`: what needs no window, and of the terminal the quick tests. `--shuffle` takes the
// files of tests in another order each time, `--shuffle=SEED` in the same.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, constants, cpus, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const mocha = ['node_modules/mocha/bin/mocha.js', '--reporter', 'out/test/host/results.js'];
const startedAt = Date.now();
const { values, positionals } = parseArgs({
  // Without a value parseArgs wants another argument
  args: process.argv.slice(2).map((each) => (each === '--shuffle' ? `--shuffle=${startedAt}` : each)),
  options: { shuffle: { type: 'string' } },
  allowPositionals: true,
});
const isFast = positionals.includes('fast');
// Side by side, suites wait for each other's writes to a disk; only the benches measure one
if (existsSync('/dev/shm')) {
  const { bavail, bsize } = statfsSync('/dev/shm');
  if (bavail * bsize > 4e9) process.env.TMPDIR = '/dev/shm';
}
let passed = 0;
const failed = [];
const slowest = [];
const broken = new Set();
const running = new Set();

// an npm script: one failure when it fails
function check(name, script, { priority } = {}) {
  return step(name, [], async (print) => {
    const npm = { program: `npm run --silent ${script}`, shell: true, priority };
    const { status } = await end({ ...npm, print });
    if (status !== 0) fail(name, `npm run ${script} failed.`);
  });
}

// a run of tests: its own count, and one failure when it did not get as far as counting
function tests(name, sources, args, { timeoutMs, needs = [], priority }) {
  return step(name, needs, async (print) => {
    if (sources.length === 0) return print('There are no tests.\n');
    const file = join(root, 'out', `results-${name.replaceAll(/\W+/g, '-')}.json`);
    const env = { ...process.env, TEST_RESULTS: file };
    const node = { program: process.execPath, args, env };
    const { status, error } = await end({ ...node, timeoutMs, priority, print });
    const results = read(file);
    if (results === undefined) {
      return fail(name, error?.message ?? `Ended with ${status} before its tests were counted.`);
    }
    passed += results.passed;
    slowest.push(...results.slowest.map((each) => ({ ...each, name: `${name}: ${each.name}` })));
    for (const failure of results.failed) fail(name, failure.message, failure.name);
    if (results.passed + results.failed.length === 0) fail(name, 'No test ran.');
    else if (status !== 0 && results.failed.length === 0) fail(name, `Ended with ${status}.`);
  });
}

// What it prints is kept until it has ended, since other steps run beside it
async function step(name, needs, run) {
  let printed = '';
  const beganAt = Date.now();
  console.log(`${sinceStart()} ${name} begins`);
  const missing = needs.filter((need) => broken.has(need));
  if (missing.length > 0) fail(name, `Not run, since this failed: ${missing.join(', ')}.`);
  else await run((text) => (printed += text));
  const took = ((Date.now() - beganAt) / 1000).toFixed(1);
  console.log(`\n=== ${name}\n${printed.trimEnd()}\n=== ${name}: ${took} s\n`);
}

function sinceStart() {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return `[${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}]`;
}

// runs a program to its end
function end({ program, args = [], env, shell = false, timeoutMs, priority, print }) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd: root, stdio, shell, env, timeout: timeoutMs });
    running.add(child);
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    let failure;
    const tooLate = timeoutMs && new Error(`Did not end in ${timeoutMs / minutes(1)} minutes.`);
    child.stdout.setEncoding('utf8').on('data', print);
    child.stderr.setEncoding('utf8').on('data', print);
    child.once('error', (error) => (failure = error));
    child.once('close', (status, signal) => {
      running.delete(child);
      resolve({ status: status ?? signal ?? 'an error', error: failure ?? (signal ? tooLate : undefined) });
    });
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
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

// No test of a deleted source is left to run
if (isFast) {
  for (const file of globSync('out/test/**/*.test.js', { cwd: root })) {
    const source = file.replace(/^out/, '.').replace(/js$/, 'ts');
    if (!existsSync(join(root, source))) rmSync(join(root, file));
  }
} else {
  for (const made of ['out', 'dist']) rmSync(join(root, made), { recursive: true, force: true });
}
mkdirSync(join(root, 'out'), { recursive: true });

function minutes(count) {
  return count * 60_000;
}

// the tests whose files a pattern names, in plain mocha
function mochaTests(name, pattern, args, options) {
  return mochaFiles(name, globSync(`test/${pattern}.test.ts`, { cwd: root }), args, options);
}

function mochaFiles(name, sources, args, options) {
  const compiled = inOrder(sources).map((file) => join('out', file.replace(/ts$/, 'js')));
  return tests(name, sources, [...mocha, '--no-config', '--no-package', ...args, ...compiled], options);
}

// the largest first: side by side, none is left that all wait for at the end
function inOrder(files) {
  const drawn = (file) => createHash('sha256').update(`${values.shuffle} ${file}`).digest('hex');
  const sizeOf = (file) => statSync(join(root, file)).size;
  return values.shuffle === undefined
    ? files.toSorted((a, b) => sizeOf(b) - sizeOf(a))
    : files.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1));
}

function hostTests(name, version) {
  return tests(
    name,
    globSync('test/vscode/**/*.test.ts', { cwd: root }),
    ['out/test/host/inHost.js', version],
    {
      timeoutMs: minutes(15),
      needs: ['Package', 'VS Code and a browser'],
    },
  );
}

async function inTurn(...steps) {
  for (const each of steps) await each();
}

// Each in its order. There is always one under way, and one more for as long as a third of the processors' time is left over,
// up to one more than there are processors: a window waits for most of its time on a fast machine, and for none on a slow one
async function whereThereIsRoom(steps) {
  const waiting = [...steps];
  const underWay = new Set();
  let busy = processorTimes();
  while (waiting.length > 0 || underWay.size > 0) {
    const now = processorTimes();
    const isRoom = (now.left - busy.left) / (now.all - busy.all) > 1 / 3;
    if (waiting.length > 0 && (underWay.size === 0 || (isRoom && underWay.size <= availableParallelism()))) {
      const begun = waiting.shift()();
      underWay.add(begun);
      begun.finally(() => underWay.delete(begun));
    }
    busy = now;
    await Promise.race([...underWay, pause(4_000, undefined, { ref: false })]);
  }
}

// What is done at a low priority counts as left over
function processorTimes() {
  const times = cpus().map((each) => each.times);
  const sum = (of) => times.reduce((total, each) => total + of(each), 0);
  return {
    left: sum(({ idle, nice }) => idle + nice),
    all: sum(({ idle, nice, user, sys, irq }) => idle + nice + user + sys + irq),
  };
}

// the suites of the window, divided by how they start VS Code: a process keeps a server for each way that its suites have
function windowTests() {
  const sources = globSync('test/ui/**/*.test.ts', { cwd: root }).toSorted();
  const text = (file) => readFileSync(join(root, file), 'utf8');
  const isKeeping = (file) => /\b(persistentSecrets|onProviderStage)\b/.test(text(file));
  const isSpecial = (file) => /\b(neighbours|workspaceTrust|allBuiltIn|language):/.test(text(file));
  const usual = sources.filter((file) => !isKeeping(file) && !isSpecial(file));
  const parts = {
    // The longest first
    'Windows, one half': usual.filter((_, index) => index % 2 === 0),
    'Windows, the other half': usual.filter((_, index) => index % 2 === 1),
    'Windows that keep secrets': sources.filter(isKeeping),
    'Windows beside others': sources.filter((file) => isSpecial(file) && !isKeeping(file)),
    'What npm start opens': globSync('test/demo/**/*.test.ts', { cwd: root }),
  };
  return Object.entries(parts).map(
    ([name, files]) =>
      () =>
        mochaFiles(name, files, perTest, inWindow),
  );
}

const inWindow = { timeoutMs: minutes(45), needs: ['Package', 'VS Code and a browser'] };
const perTest = ['--timeout', '240000'];
const unitOptions = { timeoutMs: minutes(20) };
const packageOptions = { ...unitOptions, needs: ['Package'] };
// Only what hangs is to reach it, however busy the machine is
const unitTimeout = ['--timeout', '60000'];

// What needs no build runs first, as in a fresh clone; without what reads megabytes in order to measure it
function bare() {
  return Promise.all([
    mochaTests('Unit tests', '{core,docs,flow,l10n,wiki}/**/*', unitTimeout, unitOptions),
    mochaTests('Unit tests of services', 'services/**/!(adversarial)', unitTimeout, unitOptions),
  ]);
}

async function fast() {
  await check('Types', 'compile');
  await bare();
  await check('Package', 'package');
  const early = '{package/*,cli/{action,badInput,ci,formats,guide,output,publish}}';
  await mochaTests('Tests of the packages', early, unitTimeout, packageOptions);
}

async function all() {
  await check('Types', 'compile');
  const installed = check('VS Code and a browser', 'install:vscode');
  await bare();
  await Promise.all([check('Package', 'package'), installed]);
  const generated = '{{model,properties}/*,services/page/adversarial}';
  // What has no deadline takes what the others leave
  const leftOver = { priority: constants.priority.PRIORITY_LOW };
  await Promise.all([
    inTurn(
      () => check('Lint', 'lint', leftOver),
      () => check('Unused code', 'unused', leftOver),
      () => mochaTests('Generated cases', generated, perTest, { timeoutMs: minutes(30), ...leftOver }),
    ),
    whereThereIsRoom([
      // Without a window, they leave the most room for the one beside it; in two, since processes wait for each other
      () => mochaTests('Tests of the packages', '{package/*,cli/[a-r]*}', unitTimeout, packageOptions),
      () => mochaTests('Tests of the terminal', 'cli/[s-z]*', unitTimeout, packageOptions),
      ...windowTests(),
      () => mochaTests('Windows of one export session', 'soak/*', [], { timeoutMs: minutes(10) }),
      () => hostTests('Tests in VS Code, oldest', 'floor'),
      () => hostTests('Tests in VS Code, newest', 'newest'),
    ]),
  ]);
}

if (values.shuffle !== undefined) console.log(`The order is that of --shuffle=${values.shuffle}.`);
await (isFast ? fast() : all());

console.log('The ten slowest tests, and what is done before and after them:');
for (const { name, tookMs } of slowest.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, 10)) {
  console.log(`  ${(tookMs / 1000).toFixed(1).padStart(5)} s  ${name}`);
}
console.log(`${sinceStart()} All of it took so long.`);
for (const { title, message } of failed) {
  console.log(`\nFailed: ${title}\n  ${message.trim().split('\n').join('\n  ')}`);
}
if (failed.length > 0) {
  process.exitCode = 1;
  console.log('\nWhat failed, with its reasons above:');
  for (const { title } of failed) console.log(`  ${title}`);
}
console.log(`\n${passed} passed, ${failed.length} failed`);
