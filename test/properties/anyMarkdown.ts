import fc from 'fast-check';

/** What only comments and regions have. */
export const hidden = 'hidden';
const comment = fc.constantFrom(
  `<!-- ${hidden} -->`,
  `<!--${hidden}-->`,
  `<!-- c\n${hidden} -->`,
  '<!-->',
  `<!-- *c* \`${hidden}\` -->`,
  `<!-- c | ${hidden} -->`,
);
const opening = '<!-- wiki:skip -->';
const closing = '<!-- /wiki:skip -->';
const mark = fc.constantFrom(opening, closing);
const word = fc.constantFrom(
  'a',
  'b',
  'word',
  'two words',
  '1',
  'é',
  '漢字',
  '😀',
  '&amp;',
  '\\*',
  'www.a.example',
  'x_y',
);
const piece = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 3, arbitrary: comment },
  { weight: 1, arbitrary: word.map((text) => `${opening} ${text} ${hidden}${closing}`) },
  fc.constantFrom(
    '*a*',
    '**b**',
    '`c`',
    '``d ` e``',
    '~~f~~',
    '<b>',
    '</b>',
    '<i title="<!-- no -->">',
    '<br>',
  ),
  fc.constantFrom(
    '[g](h.md)',
    '![i](j.png)',
    '[k][l]',
    '[l]',
    '<https://m.example>',
    '[^1]',
    '*',
    '_',
    '`',
    '[',
    ']',
    '(n)',
  ),
  fc.constantFrom(
    `![<!-- ${hidden} --> o](p.png)`,
    `[q <!-- ${hidden} --> r](s.md "t")`,
    `\\<!-- ${hidden} -->`,
    `\`<!-- ${hidden} -->\``,
    '|',
    '~',
  ),
);
const space = fc.constantFrom(' ', ' ', ' ', '', '  ', '\n', '  \n', '\\\n', '\n  ', '\t');
const inline = fc
  .array(fc.tuple(piece, space), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.flat().join('').trim());
const line = inline.map((text) => text.replace(/\s*\n\s*/g, ' '));

const leaf = fc.oneof(
  { weight: 4, arbitrary: inline },
  { weight: 4, arbitrary: comment },
  fc.tuple(fc.constantFrom('#', '##', '######'), line).map(([marks, text]) => `${marks} ${text}`),
  fc.tuple(inline, fc.constantFrom('===', '---')).map((parts) => parts.join('\n')),
  fc
    .tuple(fc.constantFrom('```', '~~~~', '``` js'), inline)
    .map(([open, text]) => `${open}\n${text}\n${open.slice(0, 4).trim()}`),
  inline.map((text) => text.replace(/^/gm, '    ')),
  inline.map((text) => `\t${text}`),
  fc
    .tuple(fc.constantFrom('div', 'p', 'pre', 'details', 'custom-tag'), inline)
    .map(([tag, text]) => `<${tag}>\n${text}\n</${tag}>`),
  comment.map((text) => `<div>\n${text}\n</div>`),
  fc.tuple(comment, inline).map((parts) => parts.join(' ')),
  fc.tuple(comment, inline).map((parts) => parts.join('')),
  fc.constantFrom('---', '***', '[l]: k.md', '[l]: <k l.md> "m"', '[^1]: Ibid.', '[^1]: A note.'),
  fc.tuple(line, line).map(([one, other]) => `| a | b |\n|---|---|\n| ${one} | ${other} |`),
);

const indented = (text: string, by: string): string => text.replace(/\n(?=.)/g, `\n${by}`);
const gap = fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', '\n\n\n', '\n \n');

const { blocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'xsmall', depthIdentifier: 'blocks' },
    { weight: 6, arbitrary: leaf },
    { weight: 2, arbitrary: tie('blocks').map((text) => text.replace(/^/gm, '> ')) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('- ', '* ', '1. ', '1) ', '-\t', '-   ', '- [ ] '),
          fc.array(tie('blocks'), { minLength: 1, maxLength: 2 }),
          gap,
        )
        .map(([bullet, items, between]) =>
          items
            .map(
              (item) =>
                bullet +
                indented(item, bullet === '-\t' ? '\t' : ' '.repeat(bullet.replace('[ ] ', '').length)),
            )
            .join(between),
        ),
    },
    { weight: 1, arbitrary: tie('blocks').map((text) => text.replace(/^/gm, '  ')) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('blocks'), gap).map(([text, by]) => [opening, text, hidden, closing].join(by)),
    },
  ),
  blocks: fc
    .array(fc.tuple(tie('block'), gap), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.flat().slice(0, -1).join('')),
}));

/** Markdown of all kinds of blocks, one in another, with comments and marks of regions at every place. */
export const markdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '# Title\n\n', '# Title\n', 'Title\n===\n'),
    blocks,
    fc.oneof({ weight: 20, arbitrary: fc.constant('') }, mark, fc.constant('<!-- open')),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([title, text, open, lineEnd, ends]) =>
    `${title}${text}${open && `\n\n${open}`}${ends ? '\n' : ''}`.replaceAll('\n', lineEnd),
  );

/** A comment below what a parser may take it for a part of, so that not all read it as code. */
export const indentedComment: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(' 10. a', '   - a', '> > a', '[l]: k.md', '[^1]: a'), comment)
  .map((parts) => parts.join('\n    '));
