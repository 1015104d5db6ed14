import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { mostSends } from '../../core/network/retry';
import type { PlanRow } from '../../core/plan/row';
import { targetToSend } from '../../core/publish/decide';
import type { Decision } from '../../core/publish/decision';
import type { Place } from '../../core/records/pageRecord';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { durationText } from '../../core/text/duration';
import { formatNumber } from '../../core/text/locale';
import { quote } from '../../core/text/plainLine';
import { parseTitle, type Target } from '../../core/wiki/target';
import type { Person, PublishProgress, PromptScope } from '../../services/publish/host';
import type { PlaceWithoutTitle } from '../../services/wiki/placeNames';
import type { TouchedPages } from '../../services/wiki/touchedPages';
import { replaceToken } from '../connection/testConnection';
import { withCancellableProgress } from '../prompt/progress';
import { askText, back, backButton, onlyStep } from '../prompt/steps';
import type { WindowServices } from '../windowServices';
import { askPlace, knownAt } from './placeBox';
import { askToPublish, type Change } from './publishList';

const detours = {
  compare: 'publishToWiki.compare',
  showProblems: 'publishToWiki.checkDocument',
  openInWiki: 'publishToWiki.openInWiki',
} as const;

/** What a person entered for a document, by its URI, and did not publish: its boxes propose it the next time. */
const entered = new Map<string, { readonly place?: PlaceWithoutTitle; readonly title?: string }>();

/** Asks about the first row alone, that of a single document: `runPerson` asks about the files of a plan. */
export function windowPerson(
  services: WindowServices,
  location = vscode.ProgressLocation.Notification,
): Person {
  return {
    answerPlan: async (given, show, pages) => {
      let plan = given;
      let change = firstChange(plan.rows[0], show);
      for (let isListed = false; ;) {
        const [row] = plan.rows;
        if (row === undefined) {
          return undefined;
        }
        const { uri } = row.file;
        const checked = new Set([uri]);
        if (change === undefined) {
          const answer = await askList(services, row, pages);
          if (answer === undefined) {
            return undefined;
          }
          if (typeof answer === 'object') {
            entered.delete(uri);
            return { plan: plan.withAnswers([uri], answer.publish), checked };
          }
          if (answer === 'compare' || answer === 'showProblems' || answer === 'openInWiki') {
            await vscode.commands.executeCommand(detours[answer], vscode.Uri.parse(uri, true));
            return undefined;
          }
          [change, isListed] = [answer, true];
        }
        const place = await askChange(services, row, { change, show, isListed });
        if (place === undefined) {
          return undefined;
        }
        if (place === back) {
          change = undefined;
          continue;
        }
        plan = plan.withConnections(services.settings.read().connections).withAnswers([uri], { place });
        change = missingPart(plan.rows[0]);
        if (show === 'connection' || (show === 'place' && change === undefined)) {
          return { plan, checked };
        }
      }
    },
    token: (connection) => replaceToken(services, connection),
    watch: (title, work) =>
      withCancellableProgress(
        title,
        (cancel, progress) => work(cancel, (step) => progress.report({ message: progressMessage(step) })),
        location,
      ),
  };
}

/** Undefined where the list is shown at once. */
function firstChange(row: PlanRow | undefined, show: PromptScope): Change | undefined {
  switch (show) {
    case 'title':
      return 'title';
    case 'destination':
      return 'place';
    default:
      return missingPart(row);
  }
}

function missingPart(row: PlanRow | undefined): Change | undefined {
  const { decision } = row ?? {};
  if (decision !== undefined && destinationOf(decision) !== undefined) {
    return undefined;
  }
  const { title = '', space, parent } = decision?.promptValues ?? {};
  const isPlaced = decision?.connection !== undefined && space !== undefined && parent !== undefined;
  return isPlaced && parseTitle(title).problem !== undefined ? 'title' : 'place';
}

/** The decided destination, or else one that was completed from the last attempt. */
function destinationOf(decision: Decision): (Target & { readonly endpoint: string }) | undefined {
  const { connection, questions } = decision;
  const [question] = questions;
  const shown = targetToSend(decision) ?? (question?.kind === 'target' ? question.suggestion : undefined);
  return connection && shown && { endpoint: connection.endpoint, ...shown };
}

async function askList(
  services: WindowServices,
  row: PlanRow,
  pages: TouchedPages | undefined,
): ReturnType<typeof askToPublish> {
  const { decision } = row;
  const destination = decision && destinationOf(decision);
  return decision && destination && askToPublish(services, row, { decision, destination, pages });
}

interface Changing {
  readonly change: Change;
  readonly show: PromptScope;
  readonly isListed: boolean;
}

/** Back leads to the list, if the person comes from there. */
async function askChange(
  services: WindowServices,
  { file, decision }: PlanRow,
  { change, show, isListed }: Changing,
): Promise<Partial<Place> | typeof back | undefined> {
  const { uri, input } = file;
  const before = entered.get(uri);
  if (change === 'title') {
    const title = await askTitle(decision, before?.title, isListed);
    if (typeof title !== 'string') {
      return title;
    }
    entered.set(uri, { ...before, title });
    return { title };
  }
  if (services.settings.read().connections.length === 0) {
    const added = await services.addConnection(input?.document.frontMatter.connection);
    return added && { endpoint: added.endpoint };
  }
  const { endpoint } = decision?.connection ?? {};
  const place = await askPlace(services, {
    title: show === 'destination' ? l10n.t('Change Destination') : l10n.t('Publish to Wiki'),
    file,
    endpoint: endpoint ?? input?.attempt?.endpoint ?? services.recentPlaces.endpoint(),
    isElsewhere: change === 'wiki',
    entered: before?.place,
    backButton: isListed ? backButton : undefined,
  });
  if (typeof place !== 'object') {
    return place;
  }
  entered.set(uri, { ...before, place });
  const known = knownAt(file, place.endpoint);
  if (show === 'connection' && known.space === place.space && known.parent === place.parent) {
    return { endpoint: place.endpoint };
  }
  // In the same wiki, the person has seen the title, too.
  const { title } = decision?.promptValues ?? {};
  return { ...place, ...(place.endpoint === endpoint && title !== undefined && { title }) };
}

async function askTitle(
  decision: Decision | undefined,
  before: string | undefined,
  isListed: boolean,
): Promise<string | typeof back | undefined> {
  const { connection, effect, promptValues = {} } = decision ?? {};
  const page = effect && recordOfEffect(effect);
  const { place } = page ?? {};
  const isBeside =
    page?.published !== undefined &&
    place?.endpoint === connection?.endpoint &&
    place?.space === promptValues.space &&
    place?.parent === promptValues.parent;
  return askText(onlyStep(l10n.t('Change Title'), isListed), {
    value: before ?? promptValues.title,
    placeholder: l10n.t('Title of the page'),
    prompt:
      isBeside && place !== undefined
        ? l10n.t('A title other than {0} creates a second page; the old page stays.', quote(place.title))
        : undefined,
    parse: parseTitle,
  });
}

function progressMessage(progress: PublishProgress): string {
  switch (progress.kind) {
    case 'reading':
      return formatNumber(progress.files);
    case 'diagnosing':
      return l10n.t('finding out what is missing…');
    case 'sending':
      return progress.send === 1
        ? l10n.t('sending…')
        : l10n.t('sending again, {0} of {1}…', progress.send, mostSends);
    case 'pausing':
      return l10n.t(
        'the wiki answered {0}; sending again in {1} ({2} of {3})',
        progress.status,
        durationText(progress.pauseMs),
        progress.nextSend,
        mostSends,
      );
  }
}
