import assert from 'node:assert/strict';
import { Pages } from '../../../src/services/records/pages.js';
import type { RunFile } from '../../../src/core/plan/runFile.js';
import { readForSend } from '../../../src/services/publish/readForPublish.js';

describe('What is sent of a file', () => {
  it('is read for the wiki that it goes to', async () => {
    const asked: (string | undefined)[] = [];
    const file: RunFile = {
      file: { uri: 'file:///one.md' },
      path: 'one.md',
      destination: {
        endpoint: 'https://staging.example/import',
        target: { space: '1', parent: '2', title: 'One', overwrite: false },
        ...{ suggestedTitle: 'One', suggestedPlace: {} },
      },
      ...{ answers: {}, mayHaveArrived: false },
    };
    const read = (...all: readonly (string | undefined)[]) => {
      asked.push(...all);
      return Promise.resolve({ problem: 'It can’t be read.' });
    };
    const identify = (uri: string) => Promise.resolve({ uri });
    await readForSend({ read, identify, index: new Pages(), connections: [] }, file, {
      isOfRun: () => false,
      now: 0,
    });
    assert.deepEqual(asked, ['file:///one.md', 'https://staging.example/import']);
  });
});
