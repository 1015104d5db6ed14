import * as l10n from '@vscode/l10n';
import type { Parsed } from '../../core/text/parsed';
import { Secret } from '../../core/text/secret';

/** Accepts visible ASCII characters only, since HTTP headers and forms carry no others. */
export function parseSecret(text: string): Parsed<Secret> {
  const value = text.trim();
  return /^[\x21-\x7e]+$/.test(value)
    ? { value: new Secret(value) }
    : {
        problem: l10n.t(
          'This can’t be right: it must contain only ASCII characters and no spaces. Copy it again.',
        ),
      };
}
