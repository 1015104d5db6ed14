import * as l10n from '@vscode/l10n';
import type { Parsed } from '../../core/text/parsed';
import { withoutIcons } from '../../core/text/plainLine';
import { hasToken, looksLikeToken } from '../../core/text/tokenInText';
import {
  askChoice,
  askText,
  type back,
  type ChoiceItem,
  type StepPosition,
  type Refusal,
} from '../prompt/steps';

interface RecentValuePrompt {
  readonly value: string | undefined;
  /** The value that the wiki did not find at the last attempt to publish. */
  readonly missing: string | undefined;
  readonly prompt?: string | undefined;
  /** Returns the name behind an ID, such as that of a space; undefined while it is not known. */
  readonly describe: (value: string) => string | undefined;
  /** Calls `told` whenever more names are known. */
  readonly lookUp: (values: readonly string[], told: () => void) => Promise<void>;
  readonly placeholder: string;
  readonly parse: (text: string) => Parsed<string>;
  readonly search?: (text: string) => Promise<readonly ChoiceItem<string>[]>;
  readonly checkAnswer: (value: string) => Promise<Refusal | undefined>;
}

export function askRecentOrTyped(
  position: StepPosition,
  recent: readonly string[],
  { value, missing, prompt, placeholder, describe, lookUp, parse, search, checkAnswer }: RecentValuePrompt,
): Promise<string | typeof back | undefined> {
  if (recent.length === 0 && search === undefined) {
    return askText(position, {
      value,
      prompt,
      placeholder,
      parse,
      isSecret: looksLikeToken,
      checkAnswer,
    });
  }
  const isRecent = value === undefined || value === missing || recent.includes(value);
  const known = isRecent ? recent : [value, ...recent];
  const itemsNow = (): readonly ChoiceItem<string>[] =>
    known.map((answer) => {
      const name = describe(answer);
      const used = recent.includes(answer) ? l10n.t('used before') : undefined;
      return {
        label: withoutIcons(name ?? answer),
        description: [used, name === undefined ? undefined : answer].filter(Boolean).join(' · '),
        answer,
      };
    });
  const items = itemsNow();
  return askChoice(position, {
    placeholder,
    items,
    // A value that the wiki did not find is no choice, but can be corrected.
    value: value === missing && !recent.includes(value ?? '') ? value : undefined,
    active: items.find(({ answer }) => answer === value),
    updated: (show) => void lookUp(known, () => show(itemsNow())),
    search,
    // A title may be a long word.
    isSecret: (text) =>
      hasToken(text) || (search === undefined && looksLikeToken(text) && parse(text).problem !== undefined),
    checkAnswer,
    typed: (text) => {
      const parsed = parse(text);
      return parsed.problem === undefined
        ? { label: `$(arrow-right) ${parsed.value}`, answer: parsed.value }
        : search !== undefined && !/^\s*https?:/i.test(text)
          ? { label: `$(search) ${withoutIcons(text)}` }
          : { label: `$(warning) ${parsed.problem}` };
    },
  });
}
