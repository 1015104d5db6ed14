import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import type { PlanFile } from '../../src/core/plan/row.js';
import type { Host } from '../../src/services/publish/host.js';
import { beginReading } from '../../src/services/publish/reading.js';
import { readForPlan } from '../../src/services/publish/readForPublish.js';
import { Stage } from './stage.js';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

describe('A file of a plan', () => {
  let stage: Stage;
  const readings: WeakRef<object>[] = [];

  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  async function plan(name: string): Promise<PlanFile> {
    const documents: Host['documents'] = (...how) => {
      const made = stage.host.documents(...how);
      readings.push(new WeakRef(made));
      return made;
    };
    const reading = await beginReading(stage.services, { ...stage.host, documents });
    return readForPlan(reading, { uri: await stage.write(name, '# A Page\n\nText.\n'), path: name });
  }

  it('keeps nothing in memory of what read it, such as the texts and settings of its folder', async () => {
    const files = [await plan('a.md'), await plan('b.md')];
    await pause(10);
    collectGarbage();
    assert.deepEqual(
      readings.map((each) => each.deref() === undefined),
      [true, true],
    );
    assert.deepEqual(
      files.map(({ title, input }) => [title, input?.connections.length]),
      [
        ['A Page', 1],
        ['A Page', 1],
      ],
    );
  });
});
