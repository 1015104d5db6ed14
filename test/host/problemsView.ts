import { oneLine, type PageElement, type Screen } from './screen.js';

/** A row of the Problems view. */
export interface ProblemRow {
  readonly severity: 'error' | 'warning' | 'info' | undefined;
  /** As it is read: “… Publish to Wiki(size) [Ln 1, Col 1]”. */
  readonly text: string;
}

/** What the Problems view shows, the rows of files left out. */
export async function problemRows({ page }: Screen): Promise<ProblemRow[]> {
  const rows = page.locator('.markers-panel-container .monaco-list-row');
  const read = await rows.evaluateAll((elements: PageElement[]) =>
    elements
      .filter((row) => row.querySelector('.marker-icon') !== null)
      .map((row) => ({
        icon: row.querySelector('.marker-icon .codicon')?.className ?? '',
        text: row.innerText,
      })),
  );
  return read.map(({ icon, text }) => ({
    severity: (['error', 'warning', 'info'] as const).find((one) => icon.includes(`codicon-${one}`)),
    text: oneLine(text),
  }));
}

async function openQuickFixes(screen: Screen): Promise<void> {
  const items = screen.page.locator('.action-widget .monaco-list-row.action .title');
  await screen.until('the quick fixes', async () => {
    await screen.page.keyboard.press('Control+.');
    await items.first().waitFor({ timeout: 2000 });
    return true;
  });
}

/** Takes a quick fix at the cursor. */
export async function pickQuickFix(screen: Screen, title: string): Promise<void> {
  await openQuickFixes(screen);
  await screen.page.locator('.action-widget .monaco-list-row.action', { hasText: title }).first().click();
}
