import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { demoClient, type Wiki } from '../wiki/wiki.js';

interface Demo {
  readonly vscode: string;
  readonly wiki: Wiki;
  readonly second: Wiki;
  readonly folder: string;
}

/** What `npm start` prints. */
export function stepsText({ vscode, wiki, second, folder }: Demo): string {
  // The Node.js on the path may be too old for it.
  const program = `"${process.execPath}" "${path.join(projectRoot, 'dist', 'npm', 'main.js')}"`;
  return `
VS Code  ${vscode}
Wiki     ${wiki.origin}/

 1. Publish a page. In the wiki, create an API token and copy it:
    ${wiki.tokenScreen}
    In VS Code, press the cloud at the top right of welcome.md. Paste the token, and press Enter.
    Paste the address of the parent page, and press Enter until your page is published:
    ${addressOf(wiki, '100102')}
    The page’s address appears here once it is published.
 2. Store a platform token. With it, pages are opened and found, and changes in the wiki are seen.
    Press F1, run “Manage Connections…” and take “Set Platform Token…”. Paste the token, and press Enter:
    ${wiki.platformToken}
 3. Change the page. Type a word in welcome.md and press the cloud: choose “Compare with Last Published”.
    Press the cloud again, and Enter. Then press “Open in Wiki”.
 4. Sign in for export, which reads pages from the wiki.
    Press F1 and run “Sign In for Export”. Paste the client secret: ${demoClient.secret ?? ''}
    Press Enter, and Allow on the page that comes.
 5. Let a colleague change the page: in the wiki, press “Edit as Mara Lind” on it.
    Type a word in welcome.md and press F1, “Publish Again”: choose “Compare”.
 6. Take the change. Press “Update File from Wiki” in the title bar of the comparison; then press F1, “Publish Again”: nothing is asked.
 7. Publish a folder. Right-click “handbook”, choose “Publish Folder as Wiki Pages…”, look at the plan and press Ctrl+Enter; paste the
    address of the parent page of step 1: it becomes a tree of pages. servers.md needs a decision, since it has a secret.
    “Wiki” at the bottom of the Explorer shows all pages and what a publish would do.
 8. Let the service fail: choose what it answers, then publish; or replace the API token with one that ends soon:
    ${wiki.origin}/admin/trials
 9. Give welcome.md another heading, and press F1, “Publish Again”: you choose whether the page is kept.
10. Leave no trace: press F1, run “Remove All Data…”.

From a terminal of its own, with the API token of step 1:
    cd ${folder}
    export WIKI_IMPORT_ENDPOINT=${wiki.importEndpoint}
    read -rs WIKI_API_TOKEN && export WIKI_API_TOKEN
    ${program} plan terminal
    ${program} publish terminal

The client ID for export is ${demoClient.id}; the identity provider is ${wiki.origin}.
The import endpoint, for a connection of your own: ${wiki.importEndpoint}
A second wiki: press F1, run “Manage Connections…” and take “Add Connection…”. Its import endpoint and its tokens:
    ${second.importEndpoint}
    ${second.tokenScreen}
In German: npm start -- --german

Ctrl+C here ends all of it.`;
}

export const addressOf = ({ origin }: Wiki, page: string): string =>
  `${origin}/wiki/spaces/DOCS/pages/${page}`;

/** Names commands and buttons as the extension does in that language. */
export async function inLanguage(text: string, language: string | undefined): Promise<string> {
  if (language === undefined) {
    return text;
  }
  const read = async (name: string): Promise<Readonly<Record<string, string>>> =>
    JSON.parse(await readFile(path.join(projectRoot, name), 'utf8')) as Record<string, string>;
  const [english, titles, words] = await Promise.all(
    ['package.nls.json', `package.nls.${language}.json`, `l10n/bundle.l10n.${language}.json`].map(read),
  );
  const named = new Map(Object.entries(english ?? {}).map(([key, title]) => [title, titles?.[key]]));
  return text.replace(/“([^”]+)”/g, (quoted, name: string) => {
    const translated = named.get(name) ?? words?.[name];
    return translated === undefined ? quoted : `“${translated}”`;
  });
}
