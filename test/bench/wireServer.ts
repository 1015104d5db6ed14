// A process of its own that answers imports and lookups as documented, after BENCH_DELAY_MS; it prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const delayMs = Number(process.env.BENCH_DELAY_MS ?? 0);
const body = JSON.stringify({ body: 'Success: The page was created.' });
interface Import {
  readonly spaceId: string;
  readonly parentId: string;
  readonly pageTitle: string;
}
const pages = new Map<string, { readonly id: string; version: number } & Import>();
const take = ({ spaceId, parentId, pageTitle }: Import): void => {
  const key = JSON.stringify([parentId, pageTitle]);
  const page = pages.get(key) ?? { id: `${pages.size + 1}`, version: 0, spaceId, parentId, pageTitle };
  page.version++;
  pages.set(key, page);
};
const found = (url: string): string => {
  const { searchParams, pathname } = new URL(url, 'http://localhost');
  const [title, ids] = [searchParams.get('title'), searchParams.get('id')?.split(',')];
  const results = [...pages.values()]
    .filter(({ id, pageTitle }) => (ids ?? [pathname.split('/').at(-1)]).includes(id) || pageTitle === title)
    .map(({ id, version, pageTitle, ...place }) => ({
      ...{ ...place, id, status: 'current', title: pageTitle },
      version: { number: version, createdAt: new Date().toISOString(), authorId: 'u' },
      _links: { webui: `/spaces/S/pages/${id}` },
    }));
  return JSON.stringify(url.includes('?') ? { results, _links: {} } : results[0]);
};
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const isImport = request.method === 'POST';
    if (isImport) {
      take(JSON.parse(Buffer.concat(chunks).toString()) as Import);
    }
    const answer = () =>
      response
        .writeHead(isImport ? 201 : 200, { 'content-type': 'application/json' })
        .end(isImport ? body : found(request.url ?? ''));
    if (delayMs === 0) {
      answer();
    } else {
      setTimeout(answer, delayMs);
    }
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
