#!/usr/bin/env node
// On Windows, a program that is named without its folder, such as git, would be taken from the repository first.
process.env.NoDefaultCurrentDirectoryInExePath = '1';

/** The build replaces it with the version. */
declare const packageVersion: string;

// Only what a command has written makes it a success, however the process ends.
process.exitCode = 2;

const args = process.argv.slice(2);

if (args[0] === '--version') {
  process.stdout.write(`${packageVersion}\n`, (error) => {
    process.exitCode = error ? 2 : 0;
  });
} else {
  // The version is printed without loading the rest.
  void import('./commandLine.js').then(({ run }) => run(args));
}
