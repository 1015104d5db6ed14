#!/usr/bin/env node
/** Replaced by the build. */
declare const packageVersion: string;

const args = process.argv.slice(2);

if (args[0] === '--version') {
  process.stdout.write(`${packageVersion}\n`);
} else {
  // What asks for the version alone does not wait for the rest
  void import('./commandLine.js').then(({ run }) => run(args));
}
