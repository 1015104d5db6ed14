/** Says when a build begins and ends, which is how .vscode/tasks.json knows that F5 may go on. */
export const progress = {
  name: 'progress',
  setup({ onStart, onEnd }) {
    onStart(() => console.log('Build begins'));
    onEnd(({ errors }) => console.log(`Build ends, ${errors.length} errors`));
  },
};
