#!/usr/bin/env node
// On Windows, a program that is named without its folder, such as git, would be taken from the repository first.
process.env.NoDefaultCurrentDirectoryInExePath = '1';

/** The build replaces it with the version. */
declare const packageVersion: string;

// Only what a command has written makes it a success, however the process ends.
process.exitCode = 2;

const args = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// What is loaded below needs what older versions lack, and would end with a stack.
if (major < 22 || (major === 22 && minor < 19) || major === 23) {
  process.stderr.write(
    `publish-to-wiki needs Node.js 22.19, or 24 and later; this is ${process.versions.node}.\n`,
  );
} else if (args[0] === '--version') {
  process.stdout.write(`${packageVersion}\n`, (error) => {
    process.exitCode = error ? 2 : 0;
  });
} else {
  // The version is printed without loading the rest.
  void import('./commandLine.js').then(({ run }) => run(args));
}
