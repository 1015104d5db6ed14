#!/usr/bin/env node
// Windows would look for Git in the current folder first, where a repository may bring a `git.exe`.
process.env.NoDefaultCurrentDirectoryInExePath = '1';

/** The build replaces this name with the version in package.json. */
declare const packageVersion: string;

// Stays 2 until a command has written its result, so that a process that ends early does not look successful.
process.exitCode = 2;

const args = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// Other versions lack functions that the code below needs, and would fail with a stack trace.
if (major < 22 || (major === 22 && minor < 19) || major === 23) {
  process.stderr.write(
    `publish-to-wiki needs Node.js 22.19, or 24 and later; this is ${process.versions.node}.\n`,
  );
} else if (['--version', '-v', 'version'].includes(args[0] ?? '')) {
  process.stdout.write(`${packageVersion}\n`, (error) => {
    process.exitCode = error ? 2 : 0;
  });
} else {
  // Imported here, so that `--version` loads nothing else.
  void import('./commandLine.js').then(({ runCommandLine }) => runCommandLine(args));
}
