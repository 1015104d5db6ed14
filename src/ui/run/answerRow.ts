import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Chosen } from '../../core/publish/precedence';
import type { PlanQuestion } from '../../core/run/plan';
import { isTickable, type Row } from '../../core/run/row';
import type { Settled } from '../../core/run/settled';
import { parseTitle } from '../../core/wiki/target';
import { askChoice, askText, back } from '../prompt/steps';
import type { IgnoredPlace } from '../../services/workspace/filesToPublish';
import { choiceItems } from '../../services/flow/planOffers';
import { questionLabel, type PlanTextsDependencies } from '../../services/flow/planTexts';

export interface AskPlanDependencies extends PlanTextsDependencies {
  readonly askConnection: () => Promise<Chosen | undefined>;
  readonly askPlace: (title: string, rows: PlanQuestion['rows']) => Promise<Chosen | typeof back | undefined>;
  /** The endpoints of the wikis in which pages are looked up. */
  readonly lookedUp: () => Promise<ReadonlySet<string>>;
  /** The files and folders in the chosen folders that are ignored. */
  readonly ignored?: readonly IgnoredPlace[];
}

export const open = button('go-to-file', l10n.t('Open File'));
const choose = button('list-selection', l10n.t('Choose What Happens…'));
const publishAnyway = button('warning', l10n.t('Publish Anyway'));
const changeTitle = button('edit', l10n.t('Change Title…'));
const choosePlace = button('location', l10n.t('Choose Where It Goes…'));

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

/** What helps with a row, and a look at its file. */
export function buttonsOf(row: Row): vscode.QuickInputButton[] {
  if (row.sharesPage === true) {
    return [changeTitle, open];
  }
  if (row.section === 'blocked') {
    return isTickable(row) ? [publishAnyway, open] : [open];
  }
  if (row.section === 'changedInWiki') {
    return [publishAnyway, open];
  }
  if (row.section === 'unplaced') {
    return [choosePlace, open];
  }
  return row.question === undefined ? [open] : [choose, open];
}

/** Asks what a row’s button is about; the file has a check mark then. Undefined when the person left. */
export async function answerRow(
  asking: AskPlanDependencies,
  title: string,
  { plan, checked: before }: Settled,
  { row, button }: { readonly row: Row; readonly button: vscode.QuickInputButton },
): Promise<Settled | typeof back | undefined> {
  const { uri } = row.file;
  const position = { title, step: 1, totalSteps: 1, canGoBack: true };
  const checked = new Set([...before, uri]);
  switch (button) {
    case publishAnyway:
      return {
        plan: row.changed === undefined ? plan.with([uri], { publishAnyway: true }) : plan.accept([row]),
        checked,
      };
    case changeTitle: {
      const chosen = await askText(position, {
        value: otherTitle(row),
        placeholder: l10n.t('Title of the page'),
        prompt: row.reason,
        parse: parseTitle,
      });
      return typeof chosen === 'string' ? retitled({ plan, checked }, uri, chosen) : chosen;
    }
    case choosePlace: {
      const isPlace = row.decision?.connection !== undefined;
      const chosen = isPlace ? await asking.askPlace(title, [row]) : await asking.askConnection();
      return typeof chosen === 'object' ? { plan: plan.with([uri], { chosen }), checked } : chosen;
    }
    default: {
      if (row.question === undefined) {
        return back;
      }
      const does = await askChoice(position, {
        placeholder: questionLabel({ kind: row.question.kind, rows: [row] }),
        items: choiceItems(row),
      });
      return typeof does === 'string' ? { plan: plan.choose([row], does), checked } : does;
    }
  }
}

/** What was blocked by the title alone has a check mark too. */
function retitled({ plan, checked }: Settled, uri: string, title: string): Settled {
  const twins = new Set(plan.rows.filter(({ sharesPage }) => sharesPage).map(({ file }) => file.uri));
  const next = plan.with([uri], { chosen: { title } });
  const freed = next.rows.filter(({ file, section }) => twins.has(file.uri) && section === 'new');
  return { plan: next, checked: new Set([...checked, ...freed.map(({ file }) => file.uri)]) };
}

/** Files of one title are told apart by their folders. */
function otherTitle({ file, decision }: Row): string {
  const folder = file.path.split('/').at(-2);
  const title = decision?.target?.title ?? file.title;
  return folder === undefined ? title : `${title} (${folder})`;
}
