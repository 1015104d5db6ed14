import * as v from 'valibot';
import type { PageRecord } from '../../core/records/pageRecord';
import { booleanOrFalseSchema, readAs } from '../../core/text/json';
import { titleScopeAfterSend, type SendOfTitle } from '../../core/records/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { TitleScope } from '../../core/wiki/target';
import { titleScopeKey } from './recordRows';
import type { Values } from './values';

/**
 * `wasSeen`: a lookup showed the scope, which outweighs answers to sends. Only a lookup can show that titles are
 * unique in a space.
 */
const titleFactSchema = v.pipe(
  v.object({ scope: v.picklist(['parent', 'space']), wasSeen: booleanOrFalseSchema }),
  v.check(({ scope, wasSeen }) => scope === 'parent' || wasSeen),
);

/** Whether titles are unique under each parent or in a whole space, by endpoint, as sends and lookups have shown. */
export class TitleScopes {
  constructor(private readonly values: Values) {}

  of(endpoint: string): TitleScope | undefined {
    return readAs(titleFactSchema, this.values.get(titleScopeKey(endpoint)))?.scope;
  }

  /** `titled`: all records with the title in the space, including that of this send. */
  async recordSend(titled: readonly PageRecord[], sent: SendOfTitle, outcome: Outcome): Promise<void> {
    const { endpoint } = sent.place;
    await this.record(endpoint, titleScopeAfterSend(this.of(endpoint), titled, sent, outcome), 'answer');
  }

  /** `scope`: undefined if what was known is in doubt. An answer to a send never replaces what a lookup has shown. */
  async record(endpoint: string, scope: TitleScope | undefined, by: 'lookup' | 'answer'): Promise<void> {
    const key = titleScopeKey(endpoint);
    const wasSeen = by === 'lookup';
    const next = (value: unknown): unknown => {
      const known = readAs(titleFactSchema, value);
      const isNews =
        known === undefined
          ? scope !== undefined
          : (known.scope !== scope || known.wasSeen !== wasSeen) && (wasSeen || !known.wasSeen);
      return isNews ? scope && { scope, wasSeen } : value;
    };
    const known = this.values.get(key);
    await (next(known) === known ? undefined : this.values.change(key, next));
  }
}
