import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatNumber } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import { runFile, type Planned, type Publishable } from '../../core/run/plan';
import type { RunFile } from '../../core/run/run';
import { answerOf, askChoice, back, type ChoiceItem, type Position } from '../prompt/steps';

const sections: readonly Planned['state'][] = ['new', 'changed', 'unchanged', 'blocked'];
const icons: Record<Planned['state'], string> = {
  new: '$(add)',
  changed: '$(edit)',
  unchanged: '$(check)',
  blocked: '$(circle-slash)',
};
const open: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: l10n.t('Open File'),
};

/** Shows the plan, takes what the person picks of it, and asks once about pages that may be there already. */
export async function pickPlan(
  title: string,
  plan: readonly Planned[],
  connectionName: (endpoint: string) => string | undefined,
): Promise<readonly RunFile[] | undefined> {
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  let picked: ReadonlySet<Planned> = new Set(
    plan.filter(({ state }) => state === 'new' || state === 'changed'),
  );
  for (;;) {
    const answer = await askPlanned(position, plan, picked, connectionName);
    if (answer === undefined || answer === back) {
      return undefined;
    }
    picked = new Set(answer);
    const overwrite = answer.some(({ undecided }) => undecided)
      ? await askOverwrite({ ...position, canGoBack: true })
      : false;
    if (overwrite !== back) {
      return overwrite === undefined ? undefined : answer.map((planned) => runFile(planned, overwrite));
    }
  }
}

function askPlanned(
  position: Position,
  plan: readonly Planned[],
  picked: ReadonlySet<Planned>,
  connectionName: (endpoint: string) => string | undefined,
): Promise<readonly Publishable[] | typeof back | undefined> {
  const pick = vscode.window.createQuickPick<ChoiceItem<Planned>>();
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = l10n.t('Press Enter to publish the files with a check mark');
  const items = sections.flatMap((state) => section(state, plan, connectionName));
  pick.items = items;
  pick.selectedItems = items.filter(({ answer }) => answer !== undefined && picked.has(answer));
  return answerOf<readonly Publishable[]>(pick, position, (done) => {
    pick.onDidChangeSelection((selected) => {
      const possible = selected.filter(({ answer }) => answer?.state !== 'blocked');
      if (possible.length < selected.length) {
        pick.selectedItems = possible;
      }
    });
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.answer !== undefined) {
        void vscode.window.showTextDocument(vscode.Uri.parse(item.answer.uri, true), { preserveFocus: true });
      }
    });
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems
        .map(({ answer }) => answer)
        .filter((answer) => answer !== undefined)
        .filter((answer) => answer.state !== 'blocked');
      if (chosen.length > 0) {
        done(chosen);
      }
    });
  });
}

function section(
  state: Planned['state'],
  plan: readonly Planned[],
  connectionName: (endpoint: string) => string | undefined,
): ChoiceItem<Planned>[] {
  const rows = plan.filter((planned) => planned.state === state);
  const separator = {
    label: `${sectionLabel(state)} (${formatNumber(rows.length)})`,
    kind: vscode.QuickPickItemKind.Separator,
  };
  const items = rows.map((planned) => ({
    label: `${icons[state]} ${shown(planned.path)}`,
    description: shown(describe(planned, connectionName)),
    buttons: [open],
    answer: planned,
    ...(planned.state === 'blocked' && { detail: shown(planned.reason) }),
    ...(planned.state !== 'blocked' &&
      planned.retitledFrom !== undefined && {
        detail: shown(l10n.t('Creates a second page; “{0}” is left as it is.', planned.retitledFrom)),
      }),
  }));
  return rows.length === 0 ? [] : [separator, ...items];
}

function sectionLabel(state: Planned['state']): string {
  switch (state) {
    case 'new':
      return l10n.t('New');
    case 'changed':
      return l10n.t('Changed');
    case 'unchanged':
      return l10n.t('Unchanged');
    case 'blocked':
      return l10n.t('Blocked');
  }
}

function describe(planned: Planned, connectionName: (endpoint: string) => string | undefined): string {
  if (planned.state === 'blocked') {
    return planned.title;
  }
  const { endpoint, target } = planned.choice;
  const name = connectionName(endpoint);
  const place = l10n.t('{0} → {1} / {2}', planned.title, target.space, target.parent);
  return name === undefined ? place : `${place} · ${name}`;
}

/** Outside text must not bring icons of its own. */
function shown(text: string): string {
  return plain(text).replaceAll('$(', '$ (');
}

export async function askOverwrite(position: Position): Promise<boolean | typeof back | undefined> {
  return askChoice(position, {
    placeholder: l10n.t('If the page for a new file already exists:'),
    items: [
      {
        label: l10n.t('Stop if the page exists'),
        detail: l10n.t('A page that was not created from these files is left as it is.'),
        answer: false,
      },
      {
        label: l10n.t('Update it'),
        detail: l10n.t('Its text in the wiki is replaced, no matter who wrote it.'),
        answer: true,
      },
    ],
  });
}
