import type { FastifyReply } from 'fastify';

export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | undefined | readonly Piece[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(piece: Piece): string {
  if (piece instanceof Html) {
    return piece.text;
  }
  if (piece === undefined) {
    return '';
  }
  if (typeof piece === 'object') {
    return piece.map(render).join('');
  }
  return String(piece).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A template whose values are escaped unless they are Html themselves. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

const style = new Html(`
:root { color-scheme: light dark; --line: light-dark(#dcdfe4, #3a3f46); --soft: light-dark(#f4f5f7, #24282d);
  --accent: light-dark(#0b5cad, #7ab8ff); --text: light-dark(#1d2125, #dee4ea); --paper: light-dark(#fff, #1a1d21);
  --good: light-dark(#e3f5e8, #16351f); --bad: light-dark(#fdeaea, #42191b); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--paper); }
header { display: flex; gap: 1.5rem; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
header strong { margin-right: auto; }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem; }
a { color: var(--accent); }
section h2 { margin-top: 0; }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .5rem .75rem; text-align: left; }
pre, code { background: var(--soft); border-radius: 4px; }
code { padding: .1em .3em; overflow-wrap: anywhere; }
pre { padding: .9rem; overflow-x: auto; }
pre code { padding: 0; }
img { max-width: 100%; }
blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: 4px solid var(--line); }
section, fieldset { border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1.25rem 0; }
.good { background: var(--good); } .bad { background: var(--bad); }
.muted { opacity: .75; font-size: .875rem; }
form.row, .row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
form.row + form.row { margin-top: .75rem; }
label { display: grid; gap: .25rem; }
input, select, button { font: inherit; padding: .4rem .7rem; border: 1px solid var(--line); border-radius: 6px;
  color: inherit; background: var(--paper); height: 2.5rem; }
input[readonly] { flex: 1; min-width: 16rem; font-family: ui-monospace, monospace; background: var(--soft); }
button { cursor: pointer; background: var(--soft); }
button.primary { background: var(--accent); color: var(--paper); border-color: transparent; }
`);

/** Every page begins a session, as where a person is signed in. */
export const session = 'wiki-session=reader';

/** Sends a whole page with the wiki's frame around it. */
export function sendPage(reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <header>
          <strong>Team Wiki</strong>
          <a href="/">Spaces</a>
          <a href="/admin/tokens">API tokens</a>
          <a href="/admin/trials">Trials</a>
        </header>
        <main>${content}</main>
      </body>
    </html> `;
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('set-cookie', `${session}; Path=/; HttpOnly; SameSite=Lax`)
    .send(page.text);
}
