import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const blankLine = '\r\n\r\n';

/** Between client and wiki: breaks off every answer in its head or its body, by silence or by ending the connection. */
export async function startBrokenRelay(
  to: string,
  place: 'head' | 'body',
  then: 'stall' | 'end',
): Promise<{ readonly endpoint: string; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(to);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let answer = Buffer.alloc(0);
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => undefined));
    }
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      const passed = answer.length;
      answer = Buffer.concat([answer, chunk]);
      const head = answer.indexOf(blankLine) + blankLine.length;
      const last = place === 'head' ? 40 : head + 10;
      near.write(answer.subarray(passed, Math.max(passed, last)));
      if (then === 'end' && answer.length >= last) {
        near.end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = new URL(to);
  endpoint.port = String((server.address() as AddressInfo).port);
  return {
    endpoint: endpoint.href,
    close: () => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}
