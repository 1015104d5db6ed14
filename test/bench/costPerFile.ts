import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { writeFolder } from './manyFolder.js';
import { median, ms, type Row } from './row.js';
import { planFolder, runPlan, type Ready } from './manyServices.js';
import { startWire, type Wire } from './wire.js';

const few = 100;
const many = 10_000;
const rounds = 2;
/** As many files of the small folder are measured as of the large one. */
const fewTimes = many / few;
/** Whatever else the machine does makes the processor slower for all, by more than a tenth: the best of these counts. */
const perFileRounds = 3;
const mostMb = 40;

/** The services floor with real files, a real record and a wiki that answers at once. */
export async function costPerFile(): Promise<Row[]> {
  const folder = await temporaryFolder('bench');
  const wire = await startWire(0);
  try {
    await writeFolder(`${folder}/few`, few);
    await writeFolder(`${folder}/many`, many);
    const plans = (name: string, times: number) =>
      cpuMs(async () => {
        // All are kept until the last one is there: as much memory is looked after as for one of many files
        const kept: Ready[] = [];
        while (kept.length < times) {
          kept.push(await planFolder(`${folder}/${name}`, wire.endpoint));
        }
      });
    const runs = async (name: string, times: number): Promise<number> => {
      let took = 0;
      for (let time = 0; time < times; time++) {
        took += await runFolder(folder, name, wire);
      }
      return took;
    };
    // Compiled, all files read once, and a record of each
    for (const name of ['many', 'few']) {
      await runFolder(folder, name, wire, `${folder}/${name}-pages`);
    }
    return [
      await recordsOver(folder, wire),
      await perFile('plan', plans),
      await perFile('run', runs),
      await memoryOf(folder, wire),
    ];
  } finally {
    wire.close();
    await removeFolder(folder);
  }
}

async function perFile(what: string, took: (folder: string, times: number) => Promise<number>): Promise<Row> {
  let [one, other] = [Infinity, Infinity];
  for (let round = 0; round < perFileRounds; round++) {
    other = Math.min(other, (await took('few', fewTimes)) / many);
    one = Math.min(one, (await took('many', 1)) / many);
  }
  return {
    what: `cost per file of a ${what}, 10,000 files against 100`,
    method: `the processor’s time, the best of ${perFileRounds} in turn, each of one ${what} and of ${fewTimes} small ones; services floor, real files on disk with a record each, a wiki on loopback that answers at once`,
    measured: ms(one),
    against: ms(other),
    ratio: one / other,
    bound: 1.1,
  };
}

/** What reading the records and deciding with them adds. */
async function recordsOver(folder: string, { endpoint }: Wire): Promise<Row> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let round = 0; round <= rounds; round++) {
    const unknown = await cpuMs(() => planFolder(`${folder}/many`, endpoint, `${folder}/none`));
    const known = await cpuMs(() => planFolder(`${folder}/many`, endpoint));
    // The first reads each record alone, and leaves them together for the next
    if (round > 0) {
      times.unknown.push(unknown / many);
      times.known.push(known / many);
    }
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  return {
    what: 'cost per file of a plan over 10,000 files with a record each, against none with one',
    method: `the processor’s time, median of ${rounds} plans in turn, each with records that it reads anew`,
    measured: ms(one),
    against: ms(other),
    ratio: one / other,
    bound: 1.5,
  };
}

let runs = 0;

/** Each page of it is a new one. */
async function runFolder(folder: string, name: string, { endpoint }: Wire, pages?: string): Promise<number> {
  const plan = await planFolder(`${folder}/${name}`, endpoint, pages ?? `${folder}/pages-${++runs}`);
  return cpuMs(() => runPlan(plan, () => undefined));
}

/** Of all threads of this process: what else the machine does hardly touches it. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function memoryOf(folder: string, { endpoint }: Wire): Promise<Row> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapMb = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const plan = await planFolder(`${folder}/many`, endpoint, `${folder}/pages-${++runs}`);
  // What earlier rows left goes first, in more than one collection
  await delay(100);
  heapMb();
  await delay(100);
  const before = heapMb();
  let most = 0;
  await runPlan(plan, (ended) => {
    if (ended % 500 === 0) {
      most = Math.max(most, heapMb() - before);
    }
  });
  return {
    what: `memory of a run over ${many.toLocaleString('en')} files, over the start`,
    method:
      'the most that the heap holds after a collection, at each 500th file, over what it held before the run',
    measured: `${most.toFixed(1)} MB`,
    against: `${mostMb} MB`,
    ratio: most / mostMb,
    bound: 1,
    absolute: true,
  };
}
