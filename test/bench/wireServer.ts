// A process of its own that answers imports and lookups as documented, after BENCH_DELAY_MS; it prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const delayMs = Number(process.env.BENCH_DELAY_MS ?? 0);
const body = JSON.stringify({ body: 'Success: The page was created.' });
let version = 0;
const page = () => ({
  ...{ id: '1', status: 'current', title: 'A Page', spaceId: '1001', parentId: '100102' },
  version: { number: version, createdAt: new Date().toISOString(), authorId: 'u' },
  _links: { webui: '/spaces/S/pages/1' },
});
const found = (url: string): string =>
  JSON.stringify(url.includes('?') ? { results: [page()], _links: {} } : page());
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const isImport = request.method === 'POST';
    version += isImport ? 1 : 0;
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
