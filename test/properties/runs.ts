import assert from 'node:assert/strict';
import fc from 'fast-check';

/** More of them are tried each night. */
export const numRuns = Number(process.env.CASES ?? 200);
/** The same cases in each run; `PROPERTY_SEED` makes others. */
const runs = { numRuns, seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) };
// As in a program: mocha keeps whole stacks, which makes thousands of errors slow
Error.stackTraceLimit = 10;
const longestMs = 2000;

/** Whatever the input: it does not throw, and it does not hang. */
export function holds<T>(input: fc.Arbitrary<T>, check: (value: T) => void): void {
  fc.assert(
    fc.property(input, (value) => {
      const startedAt = performance.now();
      check(value);
      if (performance.now() - startedAt < longestMs) {
        return;
      }
      const before = process.cpuUsage();
      check(value);
      assertQuick(before);
    }),
    runs,
  );
}

export async function holdsAsync<T>(
  input: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(input, async (value) => {
      const startedAt = performance.now();
      await check(value);
      if (performance.now() - startedAt < longestMs) {
        return;
      }
      const before = process.cpuUsage();
      await check(value);
      assertQuick(before);
    }),
    runs,
  );
}

/** Of this process's own time: others may keep the machine busy. */
export function assertQuick(before: NodeJS.CpuUsage): void {
  const tookMs = process.cpuUsage(before).user / 1000;
  assert.ok(tookMs < longestMs, `${tookMs} ms`);
}

/** Any character, halves of characters among them. */
const letter = fc
  .oneof(fc.integer({ max: 0x7f, min: 0 }), fc.integer({ max: 0x10_ff_ff, min: 0 }))
  .map((code) => String.fromCodePoint(code));

/** Text that tries to be more than text. */
export const hostile = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.array(letter, { maxLength: 8 }).map((letters) => letters.join('')) },
      fc.constantFrom(
        '[Sign in](command:workbench.action.closeWindow)',
        '[a](https://evil.example)',
        '](',
        '] (',
        '<a href="command:x">',
        '$(trash)',
        '”',
        '“',
        '\u202e\u2066\u200b\ufeff',
        '\u0000\u001b[31m\r\n',
        '\ud800',
        '&#93;&#40;',
        '\\](',
        '`',
        '![x](http://evil.example/x.png)',
        'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
        '{0}',
        '%s',
        '__proto__',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** A value of any type, as settings and stores may hold. */
export const anything = fc.anything({ maxDepth: 1, maxKeys: 3, withNullPrototype: true, withBigInt: true });

const host = fc.constantFrom(
  'wiki.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'LOCALHOST',
  '127.1',
  '0x7f.1',
  'ẞ.example',
);
/** What somebody may paste as an address. */
export const anyAddress = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(
      fc.constantFrom('https', 'http', 'HTTPS', 'ftp', 'file', 'javascript', 'command', 'vscode', 'https\t'),
      fc.constantFrom('://', ':', ':/', ':\\\\', ':///'),
      fc.constantFrom('', 'user@', 'user:word@', ':@', '@'),
      host,
      fc.constantFrom('', ':443', ':0', ':99999', ':8443'),
      fc.oneof(
        hostile,
        fc.constantFrom('', '/wiki/spaces/ENG/pages/123/Title', '?pageId=7', '/pages/edit-v2/9'),
      ),
    )
    .map((parts) => parts.join('')),
  hostile,
  fc.string(),
);

/** As VS Code shows it: nothing in it works, hides or reorders. */
export function assertInert(shown: string): void {
  assert.ok(!shown.includes(']('), 'a live link');
  assert.doesNotMatch(shown, /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u, 'a hidden character');
  assert.ok(shown.isWellFormed(), 'half a character');
}

/** No twelve characters of the secret stand in what is shown, plain or in Base64. */
export function stretchesOf(secret: string): (shown: string) => void {
  const stretches = new Set(
    [secret, Buffer.from(secret).toString('base64')].flatMap((spelling) =>
      Array.from({ length: Math.max(0, spelling.length - 11) }, (_, at) => spelling.slice(at, at + 12)),
    ),
  );
  return (shown) => {
    for (let at = 0; at + 12 <= shown.length; at += 1) {
      assert.ok(!stretches.has(shown.slice(at, at + 12)), 'a stretch of the token');
    }
  };
}
