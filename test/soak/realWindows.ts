import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readHeader } from '../../src/services/export/store/journal.js';
import { filesIn } from '../host/filesIn.js';
import { killed } from '../host/killed.js';
import type { Window } from '../host/window.js';
import { Asked } from '../ui/asked.js';
import { probe } from '../ui/probe.js';
import { setStage, type Stage } from '../ui/setStage.js';
import { IdentityProvider } from './identityProvider';

const deeds = ['reload', 'close', 'kill'] as const;
type Deed = (typeof deeds)[number];

export interface RealWindowsResult {
  readonly rounds: Record<Deed, number>;
  refreshes: number;
  /** Tokens that were presented although they had been replaced. */
  readonly reuses: number;
  /** Sessions that ended since the provider's answer had died with an extension host before it was written down. */
  readonly died: string[];
  /** Everything else that is not as it should be. */
  readonly strange: string[];
}

/** Two real windows with the packaged extension: in each round both need a token, and something happens to one of them. */
export async function playRealWindows(rounds: number, vsix?: string): Promise<RealWindowsResult> {
  const idp = await IdentityProvider.start();
  idp.delayMs = 300;
  const stage = await setStage({
    files: { 'page.md': '# Page\n', 'asked/unfinished': '' },
    persistentSecrets: true,
    neighbours: [probe],
    ...(vsix !== undefined && { vsix }),
    userSettings: { 'publishToWiki.export': { authUrl: idp.authUrl, clientId: idp.clientId } },
  });
  try {
    const play = new RealWindows(stage, idp);
    await play.begin();
    for (let round = 1; round <= rounds; round += 1) {
      await play.round();
    }
    return play.result;
  } finally {
    await stage.close();
    await idp.close();
  }
}

class RealWindows {
  readonly #asked: Asked;
  readonly #windows: { window: Window; host: number }[] = [];
  readonly #hosts = new Set<number>();
  readonly #counts = { reload: 0, close: 0, kill: 0 };
  readonly #died: string[] = [];
  readonly #strange: string[] = [];
  #hours = 0;
  #rotationsBefore = 0;
  #folder: string | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly idp: IdentityProvider,
  ) {
    this.#asked = new Asked(stage.folder);
  }

  get result(): RealWindowsResult {
    return {
      rounds: this.#counts,
      refreshes: this.idp.rotations,
      reuses: this.idp.reuses.length,
      died: this.#died,
      strange: this.#strange,
    };
  }

  async begin(): Promise<void> {
    const first = { window: this.stage.window, host: await this.#newHost() };
    this.#windows.push(first);
    await this.#signIn(first.window);
    await first.window.command('Get Export Session');
    await (await first.window.dialog()).click('Allow');
    await first.window.notification(/^session of/);
    this.#windows.push({ window: await first.window.another(), host: await this.#newHost() });
  }

  async round(): Promise<void> {
    this.#hours += 1;
    const deed = deeds[Math.floor(Math.random() * deeds.length)] ?? 'reload';
    this.#counts[deed] += 1;
    const victim = this.#windows[Math.floor(Math.random() * this.#windows.length)];
    if (victim === undefined) {
      throw new Error('There is no window.');
    }
    const reusesBefore = this.idp.reuses.length;
    await this.#asked.ask({ what: 'ask', hours: this.#hours });
    await pause(Math.random() * 700);
    const written = await this.#happen(deed, victim);
    const issued = this.idp.rotations - this.#rotationsBefore;
    const answers = (
      await this.#asked.answers(await this.#asked.ask({ what: 'ask', hours: this.#hours }), 2, 90_000)
    ).flat();
    const again = this.idp.reuses.length - reusesBefore;
    const record = `round ${this.#hours}, ${deed}: the provider had issued ${issued} tokens, the journal had number ${written}, ${again} presented twice; ${answers.join(', ')}`;
    if (new Set(answers).size === 1 && answers[0]?.startsWith('session of')) {
      if (again > 0) {
        this.#strange.push(record);
      }
      return;
    }
    const died =
      deed === 'kill' &&
      written === issued - 1 &&
      again <= 1 &&
      answers.every((answer) => answer === 'no session');
    (died ? this.#died : this.#strange).push(record);
    await this.#signIn(this.#windows[0]?.window ?? this.stage.window);
    // The other window may not see the new session's secrets before it is opened anew
    await this.#happen('reload', this.#windows[1] ?? victim);
  }

  /** Returns the number of the token that was written down, before anybody could tidy up after a death. */
  async #happen(deed: Deed, victim: { window: Window; host: number }): Promise<number> {
    let written: number | undefined;
    if (deed === 'kill') {
      await killed(victim.host);
      written = await this.#writtenRotation();
    }
    if (deed === 'close') {
      const { window } = victim;
      victim.window = await window.another();
      await window.close();
    } else {
      await victim.window.reload();
    }
    victim.host = await this.#newHost();
    return written ?? this.#writtenRotation();
  }

  async #signIn(window: Window): Promise<void> {
    this.#rotationsBefore = this.idp.rotations;
    await window.closeNotifications();
    await window.command('Sign In for Export');
    await window.quickTitle(/^Sign In for Export/);
    if (await window.quickIsPassword()) {
      await window.quickType(this.idp.clientSecret.reveal());
      await window.accept();
    }
    await window.quickPick(/With a refresh token$/);
    await window.quickType((await this.idp.seed(String(this.#hours))).reveal());
    await window.accept();
    await window.notification('You are signed in for export.');
    await window.closeNotifications();
  }

  /** The process of the window that was opened last. */
  async #newHost(): Promise<number> {
    const deadlineAt = Date.now() + 60_000;
    while (Date.now() < deadlineAt) {
      await pause(50);
      const names = await readdir(path.join(this.stage.folder, 'asked'));
      const hosts = names.filter((name) => name.startsWith('host.')).map((name) => Number(name.slice(5)));
      const found = hosts.find((host) => !this.#hosts.has(host));
      if (found !== undefined) {
        this.#hosts.add(found);
        return found;
      }
    }
    throw new Error('No new extension host was seen.');
  }

  /** The newest rotation in the session's folder, under its name or still without one. */
  async #writtenRotation(): Promise<number> {
    this.#folder ??= await this.#sessionFolder();
    const journals = (await readdir(this.#folder)).filter((name) => name.startsWith('journal.'));
    const texts = journals.map((name) =>
      readFile(path.join(this.#folder ?? '', name), 'utf8').catch(() => ''),
    );
    return Math.max(0, ...(await Promise.all(texts)).map((text) => readHeader(text)?.rotation ?? 0));
  }

  async #sessionFolder(): Promise<string> {
    for await (const { path: file } of filesIn(this.stage.server.dataDir)) {
      if (path.basename(file).startsWith('journal.')) {
        return path.dirname(file);
      }
    }
    throw new Error('There is no journal.');
  }
}
