// Measures the extension host while it works.
const http = require('node:http');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const v8 = require('node:v8');
const vm = require('node:vm');
const vscode = require('vscode');

const delays = monitorEventLoopDelay({ resolution: 5 });
let heapBefore = 0;

function heapMb() {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

function startMeter() {
  heapBefore = heapMb();
  delays.reset();
  delays.enable();
  void vscode.window.showInformationMessage(`process ${process.pid}`);
}

function readMeter() {
  delays.disable();
  const longest = Math.round(delays.max / 1e6);
  const usual = Math.round(delays.percentile(99) / 1e6);
  const grown = (heapMb() - heapBefore).toFixed(1);
  void vscode.window.showInformationMessage(`delay ${longest} ms, 99 % ${usual} ms, heap ${grown} MB`);
}

/** Bare requests, so many at a time, as the least that a run could need in this process. */
async function bareRun() {
  const { endpoint, requests, concurrency } = JSON.parse(
    await vscode.window.showInputBox({ title: 'Bare Run', placeHolder: '{}' }),
  );
  const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
  const body = JSON.stringify({ pageTitle: 'Bare', content: 'Text. '.repeat(300) });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const send = () =>
    new Promise((resolve, reject) => {
      const request = http.request(endpoint, { method: 'POST', agent, headers }, (response) =>
        response.resume().on('end', resolve),
      );
      request.on('error', reject).end(body);
    });
  let left = requests;
  const work = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  agent.destroy();
  void vscode.window.showInformationMessage('bare run done');
}

module.exports = { startMeter, readMeter, bareRun };
