import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiTokens } from './apiTokens.js';
import { html, sendPage, type Html } from './layout.js';
import type { Settings } from './options.js';
import type { Script, Step } from './script.js';

const failing = (status: number, body: string): Step => ({
  do: 'answer',
  status,
  body: JSON.stringify({ body }),
});

/** What the next import may be answered with. */
const answers: Readonly<Record<string, readonly [label: string, ...steps: Step[]]>> = {
  license: ['402: the license is not active', failing(402, 'Error: The license is not active.')],
  missing: ['404: the parent page is not there', failing(404, 'Error: The parent page does not exist.')],
  failure: ['500: the service failed, once', failing(500, 'Error: The service failed.')],
  slow: ['Published after ten seconds', { do: 'delay', milliseconds: 10_000 }, { do: 'process' }],
  silent: ['Published, and no answer', { do: 'cutAnswer', afterBytes: 0 }],
};

interface Trials {
  readonly settings: Settings;
  readonly tokens: ApiTokens;
  readonly script: () => Script;
}

/** The screen where somebody tries how a client takes what a service may do. */
export function trials(scope: FastifyInstance, { settings, tokens, script }: Trials): void {
  const show = (reply: FastifyReply, done?: Html): FastifyReply =>
    sendPage(
      reply,
      'Trials',
      html`<h1>Trials</h1>
        <p>Each button makes the service do what it rarely does.</p>
        ${done && html`<div role="status">${done}</div>`}
        <h2>The next page that is published is answered with</h2>
        ${Object.entries(answers).map(([name, [label]]) => button('answer', name, label))}

        <h2>Tokens</h2>
        ${button('token', 'minute', 'Create one that expires in a minute')}
        ${button('token', 'deleted', 'Create one that is deleted')}

        <h2>Titles</h2>
        <p>A title is taken once ${settings.titlesPerSpace ? 'in a space' : 'under each parent page'}.</p>
        ${button('titles', '', settings.titlesPerSpace ? 'Once under each parent page' : 'Once in a space')} `,
    );

  scope.get('/admin/trials', (_request, reply) => show(reply));
  scope.post<{ Body: { kind: string; name: string } }>('/admin/trials', async (request, reply) => {
    const { kind, name } = request.body;
    switch (kind) {
      case 'answer': {
        const [label = '', ...steps] = answers[name] ?? [];
        script().add(steps);
        return show(reply, html`<p>The next answer: ${label}</p>`);
      }
      case 'token': {
        const now = settings.now();
        const label = `${name}-${now}`;
        const value = await tokens.create(
          name === 'minute' ? { label, issuedAt: now, expiresAt: now + 60_000 } : { label },
        );
        if (name === 'deleted') {
          tokens.delete(tokens.list.find((token) => token.label === label)?.id ?? '');
        }
        return show(reply, html`<label>Token value <input readonly value="${value}" /></label>`);
      }
      default:
        settings.titlesPerSpace = !settings.titlesPerSpace;
        return reply.redirect('/admin/trials', 303);
    }
  });
}

function button(kind: string, name: string, label: string): Html {
  return html`<form method="post" action="/admin/trials">
    <input type="hidden" name="kind" value="${kind}" />
    <input type="hidden" name="name" value="${name}" />
    <button>${label}</button>
  </form>`;
}
