import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openOutputs, readOutputs, writeOutputs } from '../../src/cli/output/output.js';
import { savePlan } from '../../src/cli/commands/savedPlan.js';
import { Plan } from '../../src/core/plan/plan.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';

const settled = { plan: new Plan([]), checked: new Set<string>() };
const result = { command: 'check', findings: [], summary: 'Done.', exitCode: 0 };

describe('The file of a report', () => {
  let root: string;
  let before: string;
  const own = (name = ''): string => path.join(root, 'person', name);

  beforeEach(async () => {
    root = await temporaryFolder('report');
    await mkdir(own());
    await mkdir(path.join(root, 'checkout'));
    await writeFile(own('.bashrc'), 'mine');
    before = process.cwd();
    process.chdir(path.join(root, 'checkout'));
  });

  afterEach(async () => {
    process.chdir(before);
    await removeFolder(root);
  });

  const outputsIn = (formats: readonly string[]) =>
    readOutputs(formats).filter(({ file }) => file !== undefined);
  const write = async (...formats: readonly string[]): Promise<readonly string[]> => {
    const told: string[] = [];
    const outputs = outputsIn(formats);
    await openOutputs(outputs, []);
    const failed = (sentence: string): void => void told.push(sentence);
    await writeOutputs(outputs, result, { environment: {}, failed });
    return told;
  };

  it('takes the place of a link, and what that leads to stays', async () => {
    for (const [at, target] of [own('.bashrc'), own('missing'), own()].entries()) {
      for (const name of ['result.json', 'quality.json', 'plan.json']) {
        await symlink(target, `${at}-${name}`);
      }
      assert.deepEqual(await write(`json=${at}-result.json`, `gitlab=${at}-quality.json`), []);
      await savePlan(path.resolve(`${at}-plan.json`), settled);
      for (const name of ['result.json', 'quality.json', 'plan.json']) {
        assert.ok((await lstat(`${at}-${name}`)).isFile(), name);
        JSON.parse(await readFile(`${at}-${name}`, 'utf8'));
      }
    }
    assert.equal(await readFile(own('.bashrc'), 'utf8'), 'mine');
    assert.deepEqual(await readdir(own()), ['.bashrc']);
    assert.deepEqual(
      (await readdir('.')).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('is not written into a folder that is a link', async () => {
    await symlink(own(), 'reports');
    await symlink('.', 'here');
    await assert.rejects(
      write('json=reports/.bashrc'),
      /^Error: reports\/\.bashrc can’t be written \(ELOOP\)\.$/,
    );
    await assert.rejects(savePlan(path.resolve('reports/.bashrc'), settled), /\(ELOOP\)/);
    assert.equal(await readFile(own('.bashrc'), 'utf8'), 'mine');
    await assert.rejects(write('json=here/result.json'), /\(ELOOP\)/);
    assert.deepEqual(await write(`gitlab=${own('quality.json')}`), []);
    assert.ok((await readFile(own('quality.json'), 'utf8')).startsWith('['));
  });

  it('is written to where it is a pipe or a device, which stays one', async () => {
    execFileSync('mkfifo', ['pipe']);
    const reading = readFile('pipe', 'utf8');
    const outputs = outputsIn(['json=/dev/null', 'json=pipe']);
    await writeOutputs(outputs, result, { environment: {}, failed: (sentence) => assert.fail(sentence) });
    assert.equal((JSON.parse(await reading) as { summary: string }).summary, 'Done.');
    assert.ok((await lstat('pipe')).isFIFO() && (await lstat('/dev/null')).isCharacterDevice());
  });

  it('has no name of a Markdown file', () => {
    assert.throws(
      () => readOutputs(['json=docs/guide.MD']),
      /^Error: docs\/guide\.MD is the name of a Markdown file\. Give the report another one\.$/,
    );
  });
});
