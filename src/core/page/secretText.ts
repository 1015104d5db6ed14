import * as l10n from '@vscode/l10n';
import type { Problem } from './problem';

// Beginnings that their makers gave to secrets so that they are recognised
const shapes: readonly RegExp[] = [
  /\bgh[oprsu]_[A-Za-z0-9]{36,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{60,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{20,}/g,
  /\b[rs]k_live_[A-Za-z0-9]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\bnpm_[A-Za-z0-9]{36,}/g,
  /\bpypi-[\w-]{80,}/g,
  /\bSG\.[\w-]{22}\.[\w-]{43}/g,
  /\bhf_[A-Za-z0-9]{34,}/g,
  /\bsk-(?:ant|proj|svcacct)-[\w-]{32,}/g,
  /\bdop_v1_[a-f0-9]{64}/g,
  /\bATATT3[\w=-]{60,}/g,
  /\bhttps:\/\/hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/g,
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----\s+(?:[\w-]+:.*\s+)*[A-Za-z0-9+/=]{32,}/g,
];
const jwt = /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{16,}/g;

/** What looks like a token or a private key, and not like an example of one. */
export function findSecrets(text: string): readonly Problem[] {
  const spans = [
    ...shapes.flatMap((shape) => [...text.matchAll(shape)].filter(([found]) => isRandom(found))),
    ...[...text.matchAll(jwt)].filter(([found]) => hasAlgorithm(found)),
  ];
  return spans.map(({ index, 0: { length } }) => ({
    kind: 'secret',
    message: l10n.t('This looks like a token or a private key. Anyone who can read the page could use it.'),
    start: index,
    end: index + length,
  }));
}

/** Not “xxxxxxxx”, and not the well known examples of documentation. */
function isRandom(found: string): boolean {
  return !/example|x{8}|0{8}|1234567|abcdef/i.test(found) && new Set(found.slice(-24)).size >= 9;
}

function hasAlgorithm(token: string): boolean {
  try {
    const json = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    return typeof (JSON.parse(json) as { alg?: unknown } | null)?.alg === 'string';
  } catch {
    return false;
  }
}
