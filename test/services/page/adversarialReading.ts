// A process of its own for one document: what it takes can be told from what the tests before it took.
import path from 'node:path';
import { PageThread } from '../../../src/services/page/pageThread.js';
import { adversarialDocuments } from './adversarialDocuments.js';
import { usualOptions } from '../../host/usualOptions.js';

export interface AdversarialReading {
  readonly tookMs: number;
  readonly memoryMb: number;
  /** Whether the checks came to an end by themselves. */
  readonly isRead: boolean;
}

/** Others may keep the machine busy: what is measured is this process's own time. */
const deadlineMs = 300_000;
const worker = path.join(__dirname, '..', '..', '..', 'src', 'services', 'page', 'pageWorker.js');
const options = {
  ...usualOptions,
  anchors: true,
  publicAddresses: {
    address: 'https://files.example/',
    folder: 'docs/',
    unusable: [],
  },
  now: 1,
};

async function read(text: string): Promise<AdversarialReading> {
  const pages = new PageThread(worker, undefined, deadlineMs);
  await pages.read('', 'warm.md', options);
  const memoryBefore = process.memoryUsage.rss();
  let mostMemory = memoryBefore;
  // The most that the system remembers of a process includes what its parent had
  const look = (): void => void (mostMemory = Math.max(mostMemory, process.memoryUsage.rss()));
  const looking = setInterval(look, 2);
  const timeBefore = process.cpuUsage();
  const page = await pages.read(text, 'a.md', options);
  const tookMs = process.cpuUsage(timeBefore).user / 1000;
  look();
  clearInterval(looking);
  const memoryMb = (mostMemory - memoryBefore) / 1e6;
  pages.dispose();
  return { tookMs, memoryMb, isRead: page !== undefined };
}

const document = adversarialDocuments[Number(process.argv[2])];
if (document !== undefined) {
  void read(document.make()).then((reading) => process.send?.(reading));
}
