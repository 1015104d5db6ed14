import * as l10n from '@vscode/l10n';
import type { Blocks } from './blocks';
import { lineAt, type Span } from './lines';
import { findPasswords } from './passwords';
import { createSpanTest, type Fix, type Problem } from './problem';
import { allowMark } from './marks';
import { parseObject } from '../text/json';
import { jwtPattern, privateKeyPattern, secretPattern } from '../text/secretPatterns';

interface FoundSecret extends Span {
  /** An `exampleSecret` looks like one from documentation, or is a token that has expired. */
  readonly kind: 'secret' | 'password' | 'exampleSecret';
}

export function findSecrets(text: string, now: number): readonly FoundSecret[] {
  const secrets: readonly FoundSecret[] = [
    ...[...text.matchAll(secretPattern)].flatMap((found) =>
      isFilledIn(found[0]) ? [judgedMatch(found, isExample)] : [],
    ),
    ...[...text.matchAll(jwtPattern)].flatMap((found) => {
      const header = partOf(found[0], 0);
      return typeof header?.alg === 'string'
        ? [judgedMatch(found, (token) => isHarmlessToken(token, now))]
        : [];
    }),
    ...[...text.matchAll(privateKeyPattern)].flatMap((found) => {
      const length = keyLength(
        text.slice(found.index + found[0].length, found.index + found[0].length + 600),
      );
      const end = found.index + found[0].length + length;
      return length === 0 ? [] : [{ start: found.index, end, kind: 'secret' } as const];
    }),
  ];
  const isInSecret = createSpanTest(secrets);
  const passwords = findPasswords(text).filter(({ start }) => !isInSecret(start));
  return [
    ...secrets,
    ...passwords.map(({ start, end }): FoundSecret => {
      const kind = isExample(text.slice(start, end)) ? 'exampleSecret' : 'password';
      return { start, end, kind };
    }),
  ];
}

export function secretProblems({ text, lines, tokens }: Blocks, now: number): readonly Problem[] {
  const found = findSecrets(text, now);
  if (found.length === 0) {
    return [];
  }
  const allowed = new Set<number>();
  let below = 0;
  for (const { index } of text.matchAll(allowMark)) {
    const line = lineAt(lines, index);
    allowed.add(line);
    const { start, end } = lines[line] ?? { start: 0, end: 0 };
    // Alone on its line, the comment allows the block below, such as a code block, in which it could not be
    // written.
    if (text.slice(start, end).replace(allowMark, '').trim() === '') {
      const before = below;
      while (below < tokens.length && (tokens[below]?.map?.[0] ?? 0) <= line) {
        below++;
      }
      // If `below` did not move, another comment has allowed the block already.
      const [from, to] = (below > before ? tokens[below]?.map : undefined) ?? [0, 0];
      for (let number = from; number < to; number++) {
        allowed.add(number);
      }
    }
  }
  const isInText = createSpanTest(
    tokens.flatMap(({ type, map }) =>
      type === 'inline' && map !== null ? [{ start: map[0], end: map[1] }] : [],
    ),
  );
  return found.flatMap((secret) => {
    const number = lineAt(lines, secret.start);
    const line = lines[number];
    return allowed.has(number)
      ? []
      : [secretProblem(secret, line === undefined || !isInText(number) ? [] : [allowFix(line)])];
  });
}

export function secretProblem({ start, end, kind }: FoundSecret, fixes: readonly Fix[] = []): Problem {
  return { kind, message: messageOf(kind), start, end, ...(kind !== 'exampleSecret' && { fixes }) };
}

function messageOf(kind: FoundSecret['kind']): string {
  switch (kind) {
    case 'secret':
      return l10n.t('This looks like a token or a private key. Anyone who can read the page could use it.');
    case 'password':
      return l10n.t('This looks like a password or a key. Anyone who can read the page could use it.');
    case 'exampleSecret':
      return l10n.t('This looks like a token or a password that is an example or has expired.');
  }
}

function allowFix({ end }: Span): Fix {
  const edit = { start: end, end, text: ' <!-- wiki:allow -->' };
  return { kind: 'edit', title: l10n.t('Allow It on This Line'), edit };
}

function judgedMatch(
  { 0: found, index }: RegExpExecArray,
  isHarmless: (found: string) => boolean,
): FoundSecret {
  return { start: index, end: index + found.length, kind: isHarmless(found) ? 'exampleSecret' : 'secret' };
}

/** False for a placeholder such as “xxxxxxxx”. */
function isFilledIn(found: string): boolean {
  return !/x{8}|0{8}/i.test(found) && new Set(found.slice(-24)).size >= 9;
}

function isExample(found: string): boolean {
  return /example|123456|abc-?def/i.test(found);
}

function isHarmlessToken(token: string, now: number): boolean {
  const claims = partOf(token, 1);
  // Most documentation of JWT shows an example token with this subject.
  return claims?.sub === '1234567890' || (typeof claims?.exp === 'number' && claims.exp * 1000 < now);
}

function partOf(token: string, index: number): Readonly<Record<string, unknown>> | undefined {
  return parseObject(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
}

/**
 * `text` is what follows a match of `privateKeyPattern`. The key in it may be quoted or have “\n” for line ends;
 * 0 if there is none.
 */
function keyLength(text: string): number {
  const body = text.replace(/^(?:\s|\\[nr]|[A-Za-z-]{1,30}: [^\n]{0,100}\n)*/, '');
  const [key = ''] = /^(?:[A-Za-z0-9+/=]|\\[nr]|[\s"',>])+/.exec(body) ?? [];
  return key.replace(/\\[nr]|[\s"',>]/g, '').length >= 32
    ? text.length - body.length + key.trimEnd().length
    : 0;
}
