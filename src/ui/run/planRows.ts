import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Plan } from '../../core/run/plan';
import { isTickable, sections, type Row, type Section } from '../../core/run/row';
import { formatNumber } from '../../core/text/locale';
import { withoutIcons } from '../../core/text/plain';
import type { ParentPlace } from '../../services/publish/placeNames';
import { openDocument } from '../page/document';
import { notify } from '../prompt/notify';
import { answerOf, back, reword, type ChoiceItem } from '../prompt/steps';
import type { Settled } from '../../core/run/settled';
import { Throttle } from '../prompt/throttle';
import { answerRow, buttonsOf, open, type AskPlanDependencies } from './answerRow';
import { ignoredText, placeLabel, planTitle, rowDetail, sectionLabel } from '../../services/flow/planTexts';
import type { IgnoredPlace } from '../../services/workspace/filesToPublish';

interface Pressed {
  readonly checked: ReadonlySet<string>;
  /** The row whose button was pressed; undefined when the person goes on. */
  readonly row?: Row;
  readonly button?: vscode.QuickInputButton;
}

/** Names come one by one; there may be thousands of rows. */
const rewordMs = 100;

/** A row of the plan, or all of a section. */
type Item = ChoiceItem<Row> & { readonly all?: readonly Item[] };

/** The plan as rows. Undefined when the person left. */
export async function askRows(
  asking: AskPlanDependencies,
  title: string,
  picked: Settled,
): Promise<Settled | undefined> {
  let now = picked;
  for (;;) {
    const pressed = await showRows(asking, title, now, await asking.lookedUp());
    if (pressed === undefined || pressed === back) {
      return undefined;
    }
    now = { plan: now.plan, checked: pressed.checked };
    if (pressed.row === undefined || pressed.button === undefined) {
      return now;
    }
    const answered = await answerRow(asking, title, now, { row: pressed.row, button: pressed.button });
    if (answered === undefined) {
      return undefined;
    }
    now = answered === back ? now : answered;
  }
}

function showRows(
  asking: AskPlanDependencies,
  title: string,
  { plan, checked }: Settled,
  lookedUp: ReadonlySet<string>,
): Promise<Pressed | typeof back | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = l10n.t('Press Enter to publish the files with a check mark');
  const { ignored = [], names } = asking;
  const itemsNow = (): readonly Item[] => [
    ...sections.flatMap((section) => itemsOf(section, plan.rows, asking)),
    ...ignoredItems(ignored),
  ];
  const items = itemsNow();
  pick.items = items;
  pick.selectedItems = items.filter(({ answer }) => answer !== undefined && checked.has(answer.file.uri));
  const checkedNow = (): Set<string> =>
    new Set(
      meant(pick.selectedItems).flatMap(({ answer }) => (answer === undefined ? [] : [answer.file.uri])),
    );
  const titleOf = (uris: ReadonlySet<string>): string =>
    planTitle(title, plan.rows, ignored.length, plan.twice(uris, lookedUp));
  const position = {
    title: titleOf(checked),
    step: 1,
    totalSteps: 1,
    canGoBack: false,
  };
  return answerOf<Pressed>(pick, position, (done) => {
    let isReworded = false;
    const rewording = new Throttle(rewordMs, () => {
      isReworded = true;
      reword(pick, itemsNow());
    });
    void names.lookUp(placesOf(plan), () => rewording.call());
    pick.onDidChangeSelection((selected) => {
      const rows = meant(selected);
      // What was checked while the rows were reworded is not checked in them
      if (
        isReworded ||
        rows.length !== selected.length ||
        selected.some(({ answer }) => answer === undefined)
      ) {
        pick.selectedItems = rows;
      }
      pick.title = titleOf(checkedNow());
    });
    pick.onDidTriggerItemButton(({ item: { answer: row }, button }) => {
      if (row === undefined) {
        return;
      }
      if (button === open) {
        const uri = vscode.Uri.parse(row.file.uri, true);
        void (uri.path.endsWith('/')
          ? vscode.commands.executeCommand('revealInExplorer', uri)
          : openBeside(uri));
      } else {
        done({ checked: checkedNow(), row, button });
      }
    });
    pick.onDidAccept(() => {
      const uris = checkedNow();
      if (uris.size > 0) {
        done({ checked: uris });
        return;
      }
      const text = l10n.t(
        'No file has a check mark. Check the files that you want to publish, then press Enter.',
      );
      void notify({ severity: 'information', text, actions: [] });
    });
  });
}

function placesOf({ rows }: Plan): readonly ParentPlace[] {
  return rows.flatMap(({ decision }) => {
    const { connection, target, change } = decision ?? {};
    const from = change !== undefined && 'from' in change && change.from ? [change.from.place] : [];
    return connection === undefined || target === undefined
      ? from
      : [{ endpoint: connection.endpoint, ...target }, ...from];
  });
}

/** The rows that a person means by these check marks: that of a section gives all its rows one, or takes all away. */
function meant(checked: readonly Item[]): readonly Item[] {
  const rows = new Set(checked.filter(({ answer }) => answer !== undefined && isTickable(answer)));
  for (const { all = [] } of checked) {
    const isFull = all.every((row) => rows.has(row));
    all.forEach((row) => (isFull ? rows.delete(row) : rows.add(row)));
  }
  return [...rows];
}

/** The plan stays. */
async function openBeside(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.window.showTextDocument(await openDocument(uri), { preserveFocus: true });
  } catch (error) {
    void notify({ severity: 'error', text: (error as Error).message, actions: [] });
  }
}

function itemsOf(section: Section, allRows: readonly Row[], asking: AskPlanDependencies): Item[] {
  const rows = allRows.filter((row) => row.section === section);
  const items = rows.map((row): Item => {
    const detail = rowDetail(row, asking.names);
    return {
      label: `${sectionIcon(section)} ${withoutIcons(row.file.path)}`,
      description: withoutIcons(placeLabel(row, asking)),
      buttons: buttonsOf(row),
      answer: row,
      ...(detail !== undefined && { detail: withoutIcons(detail) }),
    };
  });
  const hasAll = rows.length > 1 && section !== 'blocked';
  return rows.length === 0
    ? []
    : [
        separator(sectionLabel(section), rows.length),
        ...(hasAll ? [{ label: `$(check-all) ${l10n.t('All of these')}`, all: items }] : []),
        ...items,
      ];
}

function ignoredItems(ignored: readonly IgnoredPlace[]): Item[] {
  return ignored.length === 0
    ? []
    : [
        separator(l10n.t('Ignored'), ignored.length),
        ...ignored.map((entry) => ({
          label: `$(eye-closed) ${withoutIcons(entry.path)}`,
          description: ignoredText(entry),
        })),
      ];
}

function separator(label: string, count: number): Item {
  return { label: `${label} (${formatNumber(count)})`, kind: vscode.QuickPickItemKind.Separator };
}

function sectionIcon(section: Section): string {
  switch (section) {
    case 'new':
      return '$(add)';
    case 'changed':
      return '$(edit)';
    case 'unchanged':
      return '$(dash)';
    case 'unplaced':
      return '$(question)';
    case 'retitled':
    case 'moved':
    case 'foreign':
    case 'claimed':
    case 'changedInWiki':
      return '$(warning)';
    case 'blocked':
      return '$(circle-slash)';
  }
}
