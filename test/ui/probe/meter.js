// Measures the extension host while it works.
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

module.exports = { startMeter, readMeter };
