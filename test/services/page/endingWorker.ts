// A thread that ends without an error when it is asked for something.
import { parentPort } from 'node:worker_threads';

parentPort?.once('message', () => process.exit());
