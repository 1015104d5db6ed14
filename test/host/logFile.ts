// Stands in for the server's native log writer, which would have to be compiled; without one, output channels stay empty.
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'] as const;

class LogFile {
  #level = 0;
  #plain = false;

  constructor(readonly file: string) {
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  trace = (message: string): void => this.#write(0, message);
  debug = (message: string): void => this.#write(1, message);
  info = (message: string): void => this.#write(2, message);
  warn = (message: string): void => this.#write(3, message);
  error = (message: string): void => this.#write(4, message);
  critical = (message: string): void => this.#write(5, message);

  getLevel = (): number => this.#level;
  setLevel = (level: number): void => {
    this.#level = level;
  };
  clearFormatters = (): void => {
    this.#plain = true;
  };
  setPattern = (): void => undefined;
  flush = (): void => undefined;
  drop = (): void => undefined;

  #write(level: number, message: string): void {
    if (level < this.#level) {
      return;
    }
    const at = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const line = this.#plain ? message : `${at} [${levels[level] ?? ''}] ${message}\n`;
    try {
      appendFileSync(this.file, line);
    } catch {
      // The folder is gone when a test has ended
    }
  }
}

export const version = 0;
export const setLevel = (): void => undefined;
export const setFlushOn = (): void => undefined;

export function createRotatingLogger(_name: string, file: string): Promise<LogFile> {
  return Promise.resolve(new LogFile(file));
}

export const createAsyncRotatingLogger = createRotatingLogger;
