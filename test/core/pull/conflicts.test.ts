import assert from 'node:assert/strict';
import { merged, sent } from './merged.js';

/** What VS Code leaves of the conflicts in a text once the person accepts these sides, one after the other. */
function accept(text: string, ...sides: readonly ('current' | 'incoming')[]): string {
  const conflict = /^<{7} .*\r?\n([^]*?)^={7}\r?\n([^]*?)^>{7} .*(?:\r?\n|$)/gm;
  return text.replace(conflict, (_, current: string, incoming: string) =>
    sides.map((side) => (side === 'current' ? current : incoming)).join(''),
  );
}

describe('The sides of a conflict', () => {
  it('are two blocks where both are accepted, and exactly one where one is', () => {
    const sides = ['Mine.', '## Mine', '```\nmine\n```', '| mine |\n| --- |', 'Mine,\nand more.'];
    const theirs = ['Theirs.', '## Theirs', 'Theirs,\nand more.\n\nTheirs, too.'];
    for (const end of ['\n', '\r\n']) {
      for (const [before, after] of [
        ['# Title\n\n', '\n\nTwo.\n'],
        ['# Title\n\nOne.\n\n', '\n\nTwo.\n'],
        ['# Title\n\nOne.\n\n', '\n'],
        ['# Title\n\nOne.\n\n', ''],
        ['# Title\n\n', '\n'],
        ['# Title\n\nOne.\n\n<!-- private -->\n\n', '\n\n<!-- private -->\n\nTwo.\n'],
        ['# Title\n\nOne.\n\n<!-- private -->\n\n', '\n'],
      ] as const) {
        const whole = (block: string): string => (before + block + after).replaceAll('\n', end);
        // A conflict’s last mark is a line of its own
        const ended = (block: string): string => whole(block).replace(/(?<![\r\n])$/, end);
        for (const own of sides) {
          for (const other of theirs) {
            const result = merged(whole('Base.'), whole(own), sent(whole(other)));
            assert.equal(result?.conflicts, 1);
            const both = accept(result.text, 'current', 'incoming');
            assert.equal(accept(result.text, 'current'), ended(own));
            assert.equal(accept(result.text, 'incoming'), ended(other));
            assert.equal(both, ended(`${own}\n\n${other}`));
          }
        }
      }
    }
  });

  it('follow each other where they are items of one list, or lines of one paragraph', () => {
    for (const before of ['# Title\n\n- a\n- base\n', '# Title\n\nOne\nbase\ntwo.\n']) {
      const other = before.replace('base', 'theirs');
      const result = merged(before, before.replace('base', 'mine'), sent(other));
      const both = before.replace(/(.*)base/, '$1mine\n$1theirs');
      assert.equal(accept(result?.text ?? '', 'current', 'incoming'), both);
    }
  });
});
