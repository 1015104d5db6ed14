/** Measures what keeps a thread from anything else: what else the machine does makes no difference to the time that it has the processor. */
export class TurnMeter {
  readonly #timer = setInterval(() => this.#turn(), 1);
  #before = cpuMs();
  #most = 0;

  /** The most processor time between two turns of the event loop, in milliseconds. */
  end(): number {
    this.#turn();
    clearInterval(this.#timer);
    return this.#most;
  }

  #turn(): void {
    const now = cpuMs();
    this.#most = Math.max(this.#most, now - this.#before);
    this.#before = now;
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
