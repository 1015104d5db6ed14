import assert from 'node:assert/strict';
import type { Notification } from '../host/notifications.js';
import type { Window } from '../host/window.js';
import type { Step } from '../wiki/wiki.js';
import type { Stage } from './setStage.js';
import { answerList, guides, type Answers } from './steps.js';

/** The documented JSON with another status, text or headers. */
export function answer(status: number, body: string, headers: Record<string, string> = {}) {
  return {
    do: 'answer' as const,
    status,
    body: JSON.stringify({ body }),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

let titles = 0;

/** Publishes the open file, under a title of its own unless one is given; the wiki does the steps with it. */
export async function publish(
  { window, wiki }: Stage,
  answers: Answers = {},
  ...steps: Step[]
): Promise<string> {
  const title = answers.title ?? `Answers ${++titles}`;
  wiki.script(...steps);
  await window.command('Publish to Wiki');
  await answerList(window, { ...guides, ...answers, title });
  return title;
}

/** Waits until the window says this, and nothing is under way any more. */
export async function said(
  window: Window,
  text: string | RegExp,
  severity: Notification['severity'],
  buttons: readonly string[],
): Promise<Notification> {
  const notification = await window.notification(text, 30_000);
  await window.screen.until('the progress to end', async () =>
    (await window.notifications()).every(({ inProgress }) => !inProgress),
  );
  assert.equal(notification.severity, severity);
  assert.deepEqual(notification.buttons, buttons);
  assert.equal(notification.links, 0);
  return notification;
}
