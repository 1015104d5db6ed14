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

const moment = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

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
        ${list(tokens)} ${documentation(endpoint())} ${license(tokens)}`,
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

  scope.post<{ Body: { active: string } }>(
    '/admin/license',
    { schema: { body: textFields('active') } },
    (request, reply) => {
      tokens.licenseActive = request.body.active === 'true';
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
    html`<section class="good" role="status">
      <h2>Token ${token.label} created</h2>
      <p>Copy it now. It is shown only this once.</p>
      <div class="row">
        <input id="token-value" aria-label="Token value" readonly value="${token.value}" />
        <button id="copy" type="button" autofocus>Copy</button>
      </div>
      ${copyScript}
    </section>`
  );
}

function problems({ problems: found }: Notice): Html | undefined {
  return (
    found &&
    html`<section class="bad" role="alert">
      <h2>The token was not created</h2>
      <ul>
        ${found.map((problem) => html`<li>${problem}</li>`)}
      </ul>
    </section>`
  );
}

/** The first token needs no thought. */
function suggestedLabel(tokens: ApiTokens): string {
  return tokens.list.length === 0 ? 'vs-code' : '';
}

/** The cursor is in the label, but where a new token is to be copied. */
function form({ label = '', created }: Notice): Html {
  const focus = created === undefined ? 'autofocus' : '';
  return html`<section>
    <h2>Create a token</h2>
    <form class="row" method="post" action="/admin/tokens">
      <label
        >Label <input name="label" value="${label}" required ${focus} aria-describedby="label-rules"
      /></label>
      <label>
        Expires after
        <select name="days">
          ${lifetimes.map(({ days, name }) => html`<option value="${days}">${name}</option>`)}
        </select>
      </label>
      <button class="primary">Create token</button>
    </form>
    <p class="muted" id="label-rules">3 to 50 letters, digits, hyphens and underscores; each label once.</p>
  </section>`;
}

function list(tokens: ApiTokens): Html {
  const rows = tokens.list.map(
    ({ id, label, issuedAt, expiresAt }) =>
      html`<tr>
        <td>${label}</td>
        <td>${moment(issuedAt)}</td>
        <td>${moment(expiresAt)}</td>
        <td>
          <form method="post" action="/admin/tokens/delete">
            <input type="hidden" name="id" value="${id}" />
            <button aria-label="Delete ${label}">Delete</button>
          </form>
        </td>
      </tr>`,
  );
  if (rows.length === 0) {
    return html`<p>There are no tokens yet.</p>`;
  }
  return html`<table>
    <thead>
      <tr>
        <th>Label</th>
        <th>Created</th>
        <th>Expires</th>
        <th></th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function documentation(endpoint: string): Html {
  return html`<section>
    <h2>API documentation</h2>
    <label>Import endpoint <input id="endpoint" readonly value="${endpoint}" /></label>
    <p class="muted">Send a POST with <code>Authorization: Bearer</code> and your token to this address.</p>
  </section>`;
}

function license({ licenseActive }: ApiTokens): Html {
  return html`<section>
    <h2>License</h2>
    <p id="license">${licenseActive ? 'The license is active.' : 'The license is not active.'}</p>
    <form method="post" action="/admin/license">
      <input type="hidden" name="active" value="${String(!licenseActive)}" />
      <button>${licenseActive ? 'Switch the license off' : 'Switch the license on'}</button>
    </form>
    <p class="muted">A token made while the license is off never works, even after it is switched on.</p>
  </section>`;
}
