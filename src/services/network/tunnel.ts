import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { ProxyFailure } from './failures';

/** The way to the proxy: whatever goes wrong on it, and a refusal of the tunnel, is the proxy's failure and not the wiki's. */
export class Tunnel extends Pool {
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    let answer: Dispatcher.ConnectData;
    try {
      answer = await super.connect(options);
    } catch (error) {
      throw new ProxyFailure(error);
    }
    if (answer.statusCode !== 200) {
      answer.socket.on('error', () => undefined).destroy();
      throw new ProxyFailure(answer.statusCode);
    }
    return answer;
  }
}
