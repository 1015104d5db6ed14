#!/usr/bin/env node
// Without this, Windows looks for programs such as Git in the current folder first, which is the repository.
process.env.NoDefaultCurrentDirectoryInExePath = '1';

/** The build replaces it with the version. */
declare const packageVersion: string;

// 2 until a command has written its result, so that a process that ends early is no success.
process.exitCode = 2;

const args = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// Older versions lack what the code below needs, and would fail with a stack trace.
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
  void import('./commandLine.js').then(({ runCommandLine }) => runCommandLine(args));
}
