// A process of its own that answers imports as documented, after BENCH_DELAY_MS; it prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const delayMs = Number(process.env.BENCH_DELAY_MS ?? 0);
const body = JSON.stringify({ body: 'Success: The page was created.' });
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const answer = () => response.writeHead(201, { 'content-type': 'application/json' }).end(body);
    if (delayMs === 0) {
      answer();
    } else {
      setTimeout(answer, delayMs);
    }
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
