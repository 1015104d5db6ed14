import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPage, type Page } from '../../src/core/page/page.js';
import type { Connection } from '../../src/core/connection/connection.js';
import { contentForTitle } from '../../src/core/publish/contentForTitle.js';
import type { FileIdentity } from '../../src/core/records/fileIdentity.js';
import type { PageRecord } from '../../src/core/records/pageRecord.js';
import type { Pages } from '../../src/services/records/pages.js';
import type { DecideInput } from '../../src/core/publish/decision.js';
import type { Answers as GivenAnswers } from '../../src/core/publish/answers.js';
import type { Plan } from '../../src/core/plan/plan.js';
import { readPageSettings, type PageSettings } from '../../src/services/workspace/pageSettings.js';
import { hashOf } from '../../src/services/records/hashOf.js';
import type { Draft } from './drafts.js';
import type { Fate } from './truth.js';
import { usualOptions } from '../host/usualOptions.js';

const space = '1001';

/** What a person answers, wherever they are asked. */
export interface Answers {
  readonly parent: string;
  /** Of the choices of a question, the first is the safe one. */
  readonly choice: number;
  readonly overwrite: boolean;
}

export interface HowToPublish {
  readonly window: number;
  readonly answers: Answers;
  readonly fate: Fate;
  readonly asks: boolean;
  /** What is typed while a question is open. */
  readonly types: string | undefined;
  /** The name that the file gets while its page is sent. */
  readonly renames: string | undefined;
  /** What happens once all is decided, before the page is sent. */
  readonly waits?: () => Promise<void>;
}

export interface HowToPublishMany {
  readonly window: number;
  readonly answers: Answers;
  readonly fate: Fate;
  /** The rows with questions are checked too, or only those without. */
  readonly ticks: 'ready' | 'all';
  /** What happens while the plan is open. */
  readonly meanwhile?: () => Promise<void>;
  /** What happens once the plan is settled, before the first page is sent. */
  readonly waits?: () => Promise<void>;
}

/** Of the workspace. */
export interface Settings {
  readonly parent: string | undefined;
  readonly overwrite: boolean | undefined;
}

export function pageOf(draft: Draft): Page {
  return readPage(draft.text, path.basename(draft.path), usualOptions);
}

export function contentOf(draft: Draft, title: string): string {
  return contentForTitle(pageOf(draft), title);
}

export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** What the judge goes by: whether a page may be replaced, and over which change. */
export interface Said {
  readonly replaces: boolean;
  readonly change: string | undefined;
}

/** Undefined if nothing was said. `overwrites`: what the send says, where the page is kept. */
export function saidIn(
  { place = {}, agreed = new Map() }: GivenAnswers = {},
  overwrites: boolean | undefined,
): Said | undefined {
  const given = [...agreed.values()];
  const replaces = given.some(
    ({ choice }) => choice === 'replace' || choice === 'move' || (choice === 'keep' && overwrites === true),
  );
  const [about, change] = [...agreed.keys()]
    .filter((key) => key.startsWith('["change"'))
    .flatMap((key) => JSON.parse(key) as string[]);
  return given.length === 0 && Object.keys(place).length === 0
    ? undefined
    : { replaces, change: about && change };
}

/** Answers what a plan asks. */
export function answerPlan(
  plan: Plan,
  ticked: ReadonlySet<string>,
  { parent, choice, overwrite }: Answers,
): Plan {
  let answered = plan;
  for (let question = plan.question(ticked); question !== undefined; question = answered.question(ticked)) {
    const uris = question.rows.map(({ file }) => file.uri);
    const [row] = question.rows;
    answered =
      question.kind === 'changedInWiki'
        ? overwrite
          ? answered.choose(question.rows, 'anyway')
          : answered
        : question.kind === 'exists'
          ? answered.choose(question.rows, overwrite ? 'replace' : 'stop')
          : question.kind === 'unplaced'
            ? answered.withAnswers(uris, { place: { space, parent } })
            : answered.choose(question.rows, row?.question?.choices[choice] ?? 'stop');
    const next = answered.question(ticked);
    if (next?.kind === question.kind && next.rows.length === question.rows.length) {
      break;
    }
  }
  return answered;
}

/** As VS Code gives them. */
export function settingsOf({ parent, overwrite }: Settings): PageSettings {
  const values: Record<string, unknown> = { ...(parent && { space, parent }), overwrite };
  return readPageSettings({ get: (key: string) => values[key], inspect: () => undefined }, undefined);
}

interface Known {
  readonly own: readonly PageRecord[];
  readonly index: Pages;
  readonly defaults: DecideInput['defaults'];
  readonly connection: Connection;
}

export function inputOf(
  draft: Draft,
  file: FileIdentity,
  { own, index, defaults, connection }: Known,
): DecideInput {
  const page = pageOf(draft);
  const { frontMatter, title } = page;
  return {
    document: { frontMatter, title, hashUnder: (shown) => hashOf(contentForTitle(page, shown)) },
    file,
    ownRecords: own,
    recordAt: index.recordAt,
    recordsOfTitleInSpace: index.recordsOfTitleInSpace,
    titleScope: index.titleScope,
    attempt: index.attempt(file),
    defaults,
    connections: [connection],
  };
}
