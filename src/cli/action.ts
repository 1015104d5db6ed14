import { commandNames, usages } from './environment/usage';

/** Turns the inputs of a GitHub Actions step, which come as INPUT_… variables, into arguments of the command line. */
function readInputs(): readonly string[] {
  const command = inputOf('command');
  const named = commandNames.find((name) => name === command);
  const writesFormats = named !== undefined && usages[named].options.some(({ name }) => name === 'format');
  const all = Object.values(usages).flatMap(({ options }) => options);
  const options = [...new Map(all.map((option) => [option.name, option])).values()];
  const given = options.flatMap(({ name, value, isRepeated = false }) => {
    const text = inputOf(name);
    if (value === undefined && ['true', 'false'].includes(text)) {
      return text === 'true' ? [`--${name}`] : [];
    }
    return (isRepeated ? linesOf(text) : [text]).filter(Boolean).map((each) => `--${name}=${each}`);
  });
  return [
    command,
    ...(writesFormats ? ['--format=github'] : []),
    ...given,
    '--',
    ...linesOf(inputOf('paths')),
  ];
}

function inputOf(name: string): string {
  return process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

process.argv.splice(2, Infinity, ...readInputs());
void import('./main.js');
