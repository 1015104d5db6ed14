import type { FastifyInstance, FastifyReply } from 'fastify';
import { lifetimes, type ApiTokens } from './apiTokens.js';
import { Html, html, sendPage } from './layout.js';

const copyScript = new Html(`<script>
document.getElementById('copy').addEventListener('click', async () => {
  const value = document.getElementById('token-value');
  value.select();
  await navigator.clipboard.writeText(value.value);
  document.getElementById('copy').textContent = 'Copied';
});
</script>`);

interface Notice {
  problems?: readonly string[];
  created?: { label: string; value: string };
  label?: string;
}

/** The screen where an administrator makes and deletes API tokens (sections 1 and 2.3). */
export function tokenScreen(scope: FastifyInstance, tokens: ApiTokens, endpoint: () => string): void {
  const show = (reply: FastifyReply, notice: Notice = {}, status = 200) =>
    sendPage(
      reply,
      'API tokens',
      html`<h1>API tokens</h1>
        <p>A token lets a program publish Markdown to this wiki with your access.</p>
        ${created(notice)} ${problems(notice)} ${form({ label: suggestedLabel(tokens), ...notice })}
        ${list(tokens)}
        <label>Import endpoint <input id="endpoint" readonly value="${endpoint()}" /></label>`,
      status,
    );

  scope.get('/admin/tokens', (_request, reply) => show(reply));

  scope.post<{ Body: { label: string; days: string } }>(
    '/admin/tokens',
    { schema: { body: textFields('label', 'days') } },
    async (request, reply) => {
      const { label, days } = request.body;
      const lifetime = lifetimes.find((choice) => String(choice.days) === days);
      const found = tokens.labelProblems(label);
      if (lifetime === undefined) {
        found.push('Choose one of the lifetimes.');
      }
      if (lifetime === undefined || found.length > 0) {
        return show(reply, { problems: found, label }, 400);
      }
      const value = await tokens.create({ label, lifetimeDays: lifetime.days });
      return show(reply, { created: { label, value } });
    },
  );

  scope.post<{ Body: { id: string } }>(
    '/admin/tokens/delete',
    { schema: { body: textFields('id') } },
    (request, reply) => {
      tokens.delete(request.body.id);
      return reply.redirect('/admin/tokens', 303);
    },
  );
}

function textFields(...names: string[]): object {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return { type: 'object', required: names, properties };
}

function created({ created: token }: Notice): Html | undefined {
  return (
    token &&
    html`<p role="status">
      Token ${token.label} was created. Copy it now: it is shown only this once.
      <input id="token-value" aria-label="Token value" readonly value="${token.value}" />
      <button id="copy" type="button" autofocus>Copy</button>
      ${copyScript}
    </p>`
  );
}

function problems({ problems: found }: Notice): Html | undefined {
  return (
    found &&
    html`<ul role="alert">
      ${found.map((problem) => html`<li>${problem}</li>`)}
    </ul>`
  );
}

/** The first token needs no thought. */
function suggestedLabel(tokens: ApiTokens): string {
  return tokens.list.length === 0 ? 'vs-code' : '';
}

/** The cursor is in the label, but where a new token is to be copied. */
function form({ label = '', created }: Notice): Html {
  const focus = created === undefined ? 'autofocus' : '';
  return html`<form method="post" action="/admin/tokens">
    <label>Label <input name="label" value="${label}" required ${focus} /></label>
    <label>
      Expires after
      <select name="days">
        ${lifetimes.map(({ days, name }) => html`<option value="${days}">${name}</option>`)}
      </select>
    </label>
    <button>Create token</button>
  </form>`;
}

function list(tokens: ApiTokens): Html {
  return html`<ul>
    ${tokens.list.map(
      ({ id, label, expiresAt }) =>
        html`<li>
          <form method="post" action="/admin/tokens/delete">
            <input type="hidden" name="id" value="${id}" />
            ${label}, expires at ${new Date(expiresAt).toISOString()}
            <button aria-label="Delete ${label}">Delete</button>
          </form>
        </li>`,
    )}
  </ul>`;
}
