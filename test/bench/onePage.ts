import { setTimeout as pause } from 'node:timers/promises';
import { setStage, type Stage } from '../ui/setStage.js';
import { enterPlatformToken, enterToken, guides } from '../ui/steps.js';
import { median, ms, type Row } from './row.js';

const rounds = 15;
/** As a person reads the list before they press Enter. */
const readingMs = 400;
const mostToListMs = 150;
const mostToSentenceMs = 300;

/** From the click on the cloud to the list, and from Enter to the sentence, as a window draws them. */
export async function onePage(): Promise<Row[]> {
  const settings = { 'publishToWiki.folders': { pages: guides } };
  const files = {
    '.vscode/settings.json': JSON.stringify(settings),
    'pages/page.md': '# A Page\n\nText.\n',
  };
  const stage = await setStage({ files, userSettings: { 'files.autoSave': 'off' } });
  try {
    const { window, wiki } = stage;
    await window.openFile('pages/page.md');
    await enterToken(window, await wiki.createToken());
    await enterPlatformToken(window, wiki);
    await publish(stage);
    const times = { list: [] as number[], sentence: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const { list, sentence } = await publish(stage);
      times.list.push(list);
      times.sentence.push(sentence);
    }
    const method = `median of ${rounds} publishes of a changed page in a real window, with a platform token`;
    return [
      {
        what: 'from the cloud to the list',
        method: `${method}, from the click to the frame that has the list`,
        ...within(median(times.list), mostToListMs),
      },
      {
        what: 'from Enter to the sentence that says what happened',
        method: `${method}, from the key to the frame that has the notification, less what the wiki takes for its answers`,
        ...within(median(times.sentence), mostToSentenceMs),
      },
    ];
  } finally {
    await stage.close();
  }
}

function within(measured: number, most: number): Omit<Row, 'what' | 'method'> {
  return { measured: ms(measured), against: ms(most), ratio: measured / most, bound: 1 };
}

/** In milliseconds. */
async function publish({ window, wiki }: Stage): Promise<{ list: number; sentence: number }> {
  await window.closeNotifications();
  // VS Code shows no more than three notifications within 800 ms.
  await pause(1_000);
  await window.editor.typeAt('last', 'word ');
  const list = '.quick-input-widget .quick-input-list .monaco-list-row';
  await window.page.evaluate(startWatch('mousedown', list, 'Publish'));
  await window.clickEditorTitle('Publish to Wiki');
  const toList = await window.page.evaluate<number>('stopwatch');
  await pause(readingMs);
  wiki.forgetRequests();
  await window.page.evaluate(startWatch('keydown', '.notification-list-item-message', 'was published'));
  await window.page.keyboard.press('Enter');
  const toSentence = await window.page.evaluate<number>('stopwatch');
  const answers = wiki.requests.map(({ at, answeredAt = at }) => answeredAt - at);
  return { list: toList, sentence: toSentence - answers.reduce((sum, each) => sum + each, 0) };
}

/**
 * Runs in the window: `stopwatch` becomes the milliseconds from the next such event to the frame in which an element
 * has the text.
 */
function startWatch(event: string, selector: string, text: string): string {
  return `void (globalThis.stopwatch = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('There is no “${text}” after 15 s.')), 15_000);
    addEventListener('${event}', ({ timeStamp }) => {
      const look = () => [...document.querySelectorAll('${selector}')].some((each) =>
        each.checkVisibility() && each.textContent.includes('${text}'));
      const frame = () => look() ? resolve(performance.now() - timeStamp) : requestAnimationFrame(frame);
      requestAnimationFrame(frame);
    }, { capture: true, once: true });
  }))`;
}
