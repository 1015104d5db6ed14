import fc from 'fast-check';

/** What begins something in Markdown, HTML, front matter or our own checks, and what ends it. */
const constructs: readonly (readonly [name: string, open: string, close: string])[] = [
  ['emphasis', '*', '*'],
  ['strong emphasis', '**', '**'],
  ['underscores', '_a', 'a_'],
  ['mixed emphasis', '*_**__', '__**_*'],
  ['strikethrough', '~~a', 'a~~'],
  ['brackets', '[', ']'],
  ['links', '[a](', ')'],
  ['link labels', '[', '](b.md)'],
  ['images', '![', '](b.png)'],
  ['references', '[a][', ']'],
  ['definitions', '[a]: b "', '"\n'],
  ['definitions of many names', '[£]: £.md\n', '[£]\n'],
  ['footnotes', '[^£]: a', '[^£]'],
  ['addresses', '[a](<', '>)'],
  ['link titles', '[a](b "', '")'],
  ['addresses with parentheses', '[a](b(', '))'],
  ['addresses with spaces', '[a](b c.md)', ' '],
  ['automatic links', '<https://a', '>'],
  ['bare addresses', 'https://a.b/', ' '],
  ['mail', 'a@b', '.c '],
  ['tags', '<div>', '</div>'],
  ['inline tags', '<a href="b.md">', '</a>'],
  ['image tags', '<img src="a.png"', '>'],
  ['attributes', "<a b='", "'>"],
  ['processing instructions', '<?', '?>'],
  ['declarations', '<!A', '>'],
  ['character data', '<![CDATA[', ']]>'],
  ['scripts', '<script>', '</script>'],
  ['comments', '<!--', '-->'],
  ['comment beginnings', '<!', '->'],
  ['comments on lines', '<!-- c -->\n', '<!-- d -->\n'],
  ['comments in headings', '# a <!-- c -->\n', '\n'],
  ['comments in lists', '- a <!-- c -->\n', '  <!-- d -->\n'],
  ['comments in HTML', '<div>\n<!-- c --><a href="b.md">', '</a>\n'],
  ['comments below empty lines', '\n\n\n<!-- c -->', '\n'],
  ['regions below empty lines', '\n<!-- wiki:skip -->\n', '\n<!-- /wiki:skip -->\n'],
  ['regions between words', 'a <!-- wiki:skip -->b', '<!-- /wiki:skip --> '],
  ['regions with definitions', '<!-- wiki:skip -->\n\n[£]: b\n\n', '<!-- /wiki:skip -->\n\n[£]\n\n'],
  ['skipped regions', '<!-- wiki:skip -->', '<!-- /wiki:skip -->'],
  ['skipped blocks', '<!-- wiki:skip -->\n\n', '\n\n<!-- /wiki:skip -->\n\n'],
  ['entities', '&amp', ';'],
  ['numbered entities', '&#x', '41;'],
  ['escapes', '\\', '*'],
  ['backticks', '`', '`'],
  ['runs of backticks', '`` ` ', ' ``'],
  ['fences', '```\n', '\n```\n'],
  ['tilde fences', '~~~ a\n', '~~~\n'],
  ['indented code', '    a\n', '\n'],
  ['tabs', '\t', '\n'],
  ['tables', '| a |\n| - |\n', '| a |\n'],
  ['cells', '|', '|\n|-|\n'],
  ['bullets', '- ', '\n'],
  ['starred bullets', '* ', '\n'],
  ['numbers', '1. ', '\n'],
  ['loose lists', '- a\n\n', '  b\n\n'],
  ['quotes', '> ', '\n'],
  ['quotes in lists', '- > ', '\n'],
  ['headings', '#', '\n'],
  ['headings of nothing', '# ', ' #\n'],
  ['underlined headings', 'a\n=', '\n'],
  ['rules', '---\n', '***\n'],
  ['hard breaks', 'a  \n', 'b\\\n'],
  ['empty lines', '\n', '\r\n'],
  ['old line ends', 'a\r', '\r'],
  ['spaces', ' ', '\n'],
  ['nulls', '\0', '\n'],
  ['halves of characters', '\ud83d', '\udc00'],
  ['combining marks', 'e\u0301\u0301', '\u200d'],
  ['tokens', 'eyJhbGciOiJIUzI1NiJ9.eyJ', 'h.aaaaaaaaaaaaaaaa'],
  ['private keys', '-----BEGIN PRIVATE KEY-----', '\n-----END PRIVATE KEY-----\n'],
  ['passwords in addresses', 'https://a:', 'b@c '],
  ['values of passwords', 'password: "', 'aB3dE5gH7j"'],
  ['options with passwords', '--password ', '-a1 '],
  ['words like secrets', 'sk-aaaaaaaaaaaaaaa', 'T3BlbkFJ '],
  ['secrets', 'sk-aB3dE5gH7jK9mN1pT3BlbkFJ', ' '],
  ['secrets that are allowed', 'sk-aB3dE5gH7jK9mN1pT3BlbkFJ', ' <!-- wiki:allow -->\n'],
  ['marks that allow', '<!-- wiki:allow -->\n', '\nsk-aB3dE5gH7jK9mN1pT3BlbkFJ\n'],
  ['long words', 'abcdefghij0123456789', ' '],
  ['front matter', '---\na: 1\n', '---\n'],
  ['front matter below comments', '<!-- c -->\n---\na: 1\n', '---\n'],
  ['TOML', '+++\na = 1\n', '+++\n'],
  ['JSON', '{\n"a": 1', '\n}\n'],
  ['addresses like hosts', '<img src="/\\[', '.md">'],
  ['YAML lists', '- [', ']\n'],
  ['Windows paths', 'c:\\a\\', '\n'],
];

type Arrangement = (open: string, close: string, repeat: (part: string, share?: number) => string) => string;

const arrangements: Readonly<Record<string, Arrangement>> = {
  'opened only': (open, _close, repeat) => repeat(open),
  'opened and closed': (open, close, repeat) => repeat(`${open}a${close}`),
  'each in a paragraph': (open, close, repeat) => repeat(`${open}a${close}\n\n`),
  nested: (open, close, repeat) => repeat(open, 0.5) + repeat(close, 0.5),
};

const length = 1024 * 1024;

function repeated(part: string, share = 1): string {
  const count = Math.ceil((length * share) / part.length);
  return part.includes('£')
    ? Array.from({ length: count }, (_, at) => part.replaceAll('£', String(at))).join('')
    : part.repeat(count);
}

const parts = fc.oneof(
  fc.constantFrom('<!-- c -->', '<!-- wiki:skip -->', '<!-- /wiki:skip -->', '<!--', '-->', '<!---->'),
  fc.constantFrom('# ', 'a', '[a]', '[a]: b.md', '[a](b.md)', '<a href="b.md">', '<div>', '---', '=', '|'),
  fc.constantFrom(...constructs.flatMap(([, open, close]) => [open, close])),
);
const between = fc.constantFrom('', ' ', '\n', '\n\n', '\n\n\n\n\n\n\n\n');
const before = fc.constantFrom(
  '',
  '',
  '# A\n\n',
  '---\na: 1\n',
  '<!-- wiki:skip -->\n\n',
  '<div>\n',
  '> ',
  '- ',
);

/** Whatever stands beside each other. */
const generated = fc
  .sample(fc.tuple(before, fc.array(fc.tuple(parts, between), { minLength: 2, maxLength: 6 })), {
    numRuns: 160,
    seed: 20_261_121,
  })
  .map(([first, each]) => {
    const unit = each.flat().join('');
    return { name: JSON.stringify([first, unit]), make: () => first + repeated(unit) };
  });

/** A megabyte each. */
const arranged = constructs.flatMap(([name, open, close]) =>
  Object.entries(arrangements).map(([arrangement, arrange]) => ({
    name: `${name}, ${arrangement}`,
    make: () => arrange(open, close, repeated),
  })),
);

export const adversarialDocuments = [...arranged, ...generated];
