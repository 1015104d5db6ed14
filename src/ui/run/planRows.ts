import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isTickable, sections, type Plan, type Row, type Section } from '../../core/run/plan';
import { plain } from '../../core/text/plain';
import { notify } from '../prompt/notify';
import { answerOf, askChoice, back, type ChoiceItem } from '../prompt/steps';
import { choiceItems, placeLabel, questionLabel, rowDetail, sectionIcon, sectionLabel } from './planTexts';

const open: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: l10n.t('Open File'),
};
const choose: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('list-selection'),
  tooltip: l10n.t('Choose What Happens…'),
};
const publishAnyway: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('warning'),
  tooltip: l10n.t('Publish Anyway'),
};

export interface PlanRowsDependencies {
  /** Shown when there are several. */
  readonly connectionName: (endpoint: string) => string | undefined;
}

/** A plan, and the files of it that have a check mark. */
export interface Picked {
  readonly plan: Plan;
  readonly ticked: ReadonlySet<string>;
}

interface Pressed {
  readonly ticked: ReadonlySet<string>;
  /** The row whose button was pressed; undefined when the person goes on. */
  readonly row?: Row;
}

/** The plan as rows. Undefined when the person left. */
export async function askRows(
  asking: PlanRowsDependencies,
  title: string,
  picked: Picked,
): Promise<Picked | undefined> {
  let { plan, ticked } = picked;
  for (;;) {
    const pressed = await showRows(asking, title, { plan, ticked });
    if (pressed === undefined || pressed === back) {
      return undefined;
    }
    const { row } = pressed;
    ticked = pressed.ticked;
    if (row === undefined) {
      return { plan, ticked };
    }
    const { uri } = row.file;
    if (row.question === undefined) {
      plan = row.changed === undefined ? plan.with([uri], { publishAnyway: true }) : plan.accept([row]);
      ticked = new Set([...ticked, uri]);
      continue;
    }
    const does = await askChoice(
      { title, step: 1, totalSteps: 1, canGoBack: true },
      {
        placeholder: questionLabel({ kind: row.question.kind, rows: [row] }),
        items: choiceItems(row),
      },
    );
    if (does === undefined) {
      return undefined;
    }
    if (does !== back) {
      plan = plan.choose([row], does);
      ticked = new Set([...ticked, uri]);
    }
  }
}

function showRows(
  { connectionName }: PlanRowsDependencies,
  title: string,
  { plan, ticked }: Picked,
): Promise<Pressed | typeof back | undefined> {
  const pick = vscode.window.createQuickPick<ChoiceItem<Row>>();
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = l10n.t('Press Enter to publish the files with a check mark');
  const items = sections.flatMap((section) => itemsOf(section, plan.rows, connectionName));
  pick.items = items;
  pick.selectedItems = items.filter(({ answer }) => answer !== undefined && ticked.has(answer.file.uri));
  const tickedNow = (): Set<string> =>
    new Set(pick.selectedItems.flatMap(({ answer }) => (answer === undefined ? [] : [answer.file.uri])));
  return answerOf<Pressed>(pick, { title, step: 1, totalSteps: 1, canGoBack: false }, (done) => {
    pick.onDidChangeSelection((selected) => {
      const possible = selected.filter(({ answer }) => answer !== undefined && isTickable(answer));
      if (possible.length < selected.length) {
        pick.selectedItems = possible;
      }
    });
    pick.onDidTriggerItemButton(({ item: { answer: row }, button }) => {
      if (row === undefined) {
        return;
      }
      if (button === open) {
        void vscode.window.showTextDocument(vscode.Uri.parse(row.file.uri, true), { preserveFocus: true });
      } else {
        done({ ticked: tickedNow(), row });
      }
    });
    pick.onDidAccept(() => {
      if (pick.selectedItems.length > 0) {
        done({ ticked: tickedNow() });
        return;
      }
      const text = l10n.t(
        'No file has a check mark. Check the files that you want to publish, then press Enter.',
      );
      void notify({ severity: 'information', text, actions: [] });
    });
  });
}

function itemsOf(
  section: Section,
  all: readonly Row[],
  connectionName: (endpoint: string) => string | undefined,
): ChoiceItem<Row>[] {
  const rows = all.filter((row) => row.section === section);
  const separator = {
    label: `${sectionLabel(section)} (${rows.length.toLocaleString()})`,
    kind: vscode.QuickPickItemKind.Separator,
  };
  const items = rows.map((row) => {
    const detail = rowDetail(row);
    return {
      label: `${sectionIcon(section)} ${shown(row.file.path)}`,
      description: shown(placeLabel(row, connectionName)),
      buttons: buttonsOf(row),
      answer: row,
      ...(detail !== undefined && { detail: shown(detail) }),
    };
  });
  return rows.length === 0 ? [] : [separator, ...items];
}

function buttonsOf(row: Row): vscode.QuickInputButton[] {
  if (row.section === 'changedInWiki') {
    return [publishAnyway, open];
  }
  if (row.section === 'blocked') {
    return isTickable(row) ? [publishAnyway, open] : [open];
  }
  return row.question === undefined ? [open] : [choose, open];
}

/** Outside text must not bring icons of its own. */
function shown(text: string): string {
  return plain(text).replaceAll('$(', '$ (');
}
