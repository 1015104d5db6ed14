import * as l10n from '@vscode/l10n';
import { looksLikeToken } from '../../core/text/tokenInText';
import { spaceInText } from '../../core/wiki/lookups';
import { idsInAddress, isNumericId } from '../../core/wiki/target';
import type { EnteredPlace } from '../../services/wiki/placeSuggestions';
import { platformTokenItem } from '../connection/platformToken';
import { askChoice, back, backButton, type ChoiceItem, type StepPosition } from '../prompt/steps';
import { openAddress } from './openInWiki';

type SpaceAnswer = { readonly id: string } | { readonly address: string };
type Answer = 'openAddress' | 'platformToken' | SpaceAnswer;

/**
 * Resolves with the typed ID or address, or with the given `address` once a platform token was entered: the wiki then
 * tells the ID.
 */
export async function askSpaceId(
  position: StepPosition,
  {
    address,
    problem = '',
    spaceIdUrl,
  }: Pick<EnteredPlace, 'problem' | 'spaceIdUrl'> & { readonly address: string },
  enterPlatformToken: () => Promise<unknown>,
): Promise<SpaceAnswer | typeof back | undefined> {
  const key = URL.canParse(address) ? idsInAddress(address).spaceKey : undefined;
  const items: readonly ChoiceItem<Answer>[] = [
    ...(spaceIdUrl === undefined
      ? []
      : [
          {
            label: `$(globe) ${l10n.t('Show the ID in the Browser')}`,
            detail: l10n.t(
              'Paste its whole text here, or the number after "id":. If it says Unauthorized, sign in to the wiki first.',
            ),
            answer: 'openAddress' as const,
          },
        ]),
    platformTokenItem<Answer>(
      'platformToken',
      l10n.t('The wiki then tells the ID, and you are not asked again.'),
    ),
  ];
  for (;;) {
    const answer = await askChoice<Answer>(
      { ...position, backButton },
      {
        placeholder: problem,
        items,
        isSecret: looksLikeToken,
        typed: (text) => {
          const typed = text.trim();
          if (/^https?:/i.test(typed) && URL.canParse(typed)) {
            return { label: `$(arrow-right) ${typed}`, answer: { address: typed } };
          }
          const space = spaceInText(typed, key);
          const id = isNumericId(typed) ? typed : space?.id;
          return id !== undefined
            ? { label: `$(arrow-right) ${id}`, description: space?.key ?? '', answer: { id } }
            : {
                label: `$(warning) ${l10n.t('This is not an ID. Copy the number after "id": instead.')}`,
              };
        },
      },
    );
    switch (answer) {
      case 'openAddress':
        await openAddress(spaceIdUrl);
        break;
      case 'platformToken':
        switch (await enterPlatformToken()) {
          case undefined:
            return undefined;
          case back:
            break;
          default:
            return { address };
        }
        break;
      default:
        return answer;
    }
  }
}
