#!/usr/bin/env node
/** The build replaces it with the version. */
declare const packageVersion: string;

const args = process.argv.slice(2);

if (args[0] === '--version') {
  process.stdout.write(`${packageVersion}\n`);
} else {
  // The version is printed without loading the rest.
  void import('./commandLine.js').then(({ run }) => run(args));
}
