import assert from 'node:assert/strict';
import { decide } from '../../../src/core/publish/decide.js';
import { recordOfEffect } from '../../../src/core/publish/publishEffect.js';
import { placeOf } from '../../../src/core/publish/recordChanges.js';
import { connections, elsewhere, inputOf, pending, published, record, two } from './states.js';
import { fronts, settings } from './ways.js';

describe('The page that a file is compared with', () => {
  const prod = record();
  const staging = record({ endpoint: elsewhere }, { published: { ...published, publishedAt: 9 } });

  it('is the one that a publish updates, whichever was published last', () => {
    let updated = 0;
    for (const own of [
      [staging, prod],
      [prod, staging],
      [record({ parent: '7' }), prod],
      [record({}, { pending }), staging],
    ]) {
      for (const frontMatter of [...fronts, { connection: 'a' }]) {
        for (const defaults of settings) {
          for (const some of [connections, two]) {
            const { effect, connection, target } = decide(
              inputOf({ ownRecords: own, frontMatter, defaults, connections: some }),
            );
            if (effect.kind === 'changed' || effect.kind === 'unchanged') {
              updated++;
              const place = placeOf({
                endpoint: connection?.endpoint ?? '',
                target: target ?? assert.fail(),
              });
              assert.deepEqual(recordOfEffect(effect)?.place, place);
            }
          }
        }
      }
    }
    assert.ok(updated > 100, `${updated}`);
  });

  it('is that of the connection that the file names', () => {
    const again = inputOf({
      ownRecords: [staging, prod],
      connections: two,
      frontMatter: { connection: 'a' },
    });
    assert.equal(recordOfEffect(decide(again).effect), prod);
    const changed = decide({ ...again, document: { ...again.document, title: 'Two' } }).effect;
    assert.equal(recordOfEffect(changed), prod);
    assert.equal(
      recordOfEffect(decide(inputOf({ frontMatter: { space: 'S', parent: '1' } })).effect),
      undefined,
    );
  });
});
