import assert from 'node:assert/strict';
import { splitFrontMatter } from '../../../src/core/page/frontMatter.js';
import { readPage } from '../../../src/core/page/page.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { hasWikiEntries } from '../../../src/core/page/wikiFrontMatter.js';
import { frontMatterAsText, newDocument } from '../../../src/core/pull/newDocument.js';
import { merge } from '../../../src/core/pull/merge.js';
import { commonMark } from '../../properties/rendered.js';
import { usualOptions as options } from '../../host/usualOptions.js';

const target = { space: 'DOCS', parent: '7', title: 'Page' };
const hostile = [
  "---\nwiki: { space: '666', parent: '13' }\n---\n\nText\n",
  '---\nwiki:\n  publishOnSave: true\n---\nText\n',
  '---\ntitle: Page\nwiki: 666\n---\n\nText\n',
  '\ufeff\ufeff---\r\nwiki:\r\n  space: X\r\n---\r\n',
  '--- yaml\nwiki: { overwrite: true }\n---\n',
  '+++\n[wiki]\nspace = "666"\n+++\n\nText\n',
  ';;;\n{ "wiki": { "publishOnSave": true } }\n;;;\n',
  '{\n"wiki": { "space": "666" }\n}\nText\n',
  '---\nwiki: [\n---\nText\n',
  '<!-- exported -->\n---\nwiki: { space: "666" }\n---\nText\n',
  '<!-- exported -->\r\n\r\n<!-- c -->\r\n+++\r\n[wiki]\r\nspace = "666"\r\n+++\r\nText\r\n',
  '\n  ---\nwiki: { space: "666" }\n---\nText\n',
  '---\n# a remark\n---\nText\n',
  '---\nwiki: { space: "666" }\n\nText that does not close it\n',
];

describe('A text of somebody else', () => {
  for (const text of hostile) {
    it(`decides nothing, and is shown as it was: ${JSON.stringify(text)}`, () => {
      const document = newDocument(text, undefined);
      const { frontMatter, problems } = splitFrontMatter(document);
      assert.deepEqual([frontMatter, problems], [{}, []]);
      assert.equal(commonMark(document), commonMark(text.replace(/^\ufeff+/, '')));
      const known = splitFrontMatter(newDocument(text, target));
      assert.deepEqual([known.frontMatter, known.problems], [target, []]);
    });

    it(`never becomes front matter of a file: ${JSON.stringify(text)}`, () => {
      for (const wiki of [text, `---\nid: 7\n---\n${text}`]) {
        const own = 'Mine.\n';
        const merged = merge({ text: own, fileName: 'a.md', options, title: 'a', published: own, wiki });
        const { frontMatter, problems } = readPage(applyEdits(own, merged?.edits ?? []), 'a.md', options);
        assert.ok(!hasWikiEntries(frontMatter, problems), wiki);
      }
    });
  }

  it('keeps its comments, and a front matter above one that would be ours', () => {
    const page = '---\nid: 7\n---\nText\n';
    assert.equal(
      frontMatterAsText(`<!-- exported -->\n${page}`),
      `<!-- exported -->\n${page.replace('---', '***')}`,
    );
    const ours = '\n---\nwiki: { space: "666" }\n---\n';
    assert.equal(
      frontMatterAsText(page.replace('Text', ours)),
      page.replace('Text', ours.replace('---', '***')),
    );
    const inHtml = `<!-- exported -->${page}`;
    assert.equal(frontMatterAsText(inHtml), inHtml);
  });

  it('keeps a front matter that is not ours, and what looks like none', () => {
    for (const text of ['---\ntitle: Page\nid: 7\n---\n\nText\n', '---\n\nText\n\n---\n', 'Text\n', '{\n']) {
      assert.equal(frontMatterAsText(text), text);
    }
    const { frontMatter } = splitFrontMatter(newDocument('---\nid: 7\n---\n\nText\n', target));
    assert.deepEqual(frontMatter, target);
  });
});
