import { startServer, type Server, type ServerOptions } from './startServer.js';

const started = new Map<string, Promise<Server>>();

/** One for all in this process that start it alike; each finds it as if nobody had used it. One at a time may. */
export async function sharedServer({ userSettings = {}, ...start }: ServerOptions): Promise<Server> {
  const key = JSON.stringify(start);
  const known = started.get(key);
  if (known !== undefined) {
    const server = await known;
    await server.renew(userSettings);
    return server;
  }
  const starting = startServer({ ...start, userSettings });
  started.set(key, starting);
  // The next one tries again
  starting.catch(() => started.delete(key));
  return starting;
}

export async function closeSharedServers(): Promise<void> {
  for (const starting of started.values()) {
    await starting.then(
      (server) => server.close(),
      () => undefined,
    );
  }
  started.clear();
}
