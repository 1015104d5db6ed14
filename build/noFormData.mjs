/**
 * Why: for a body that is form data undici loads a good part of `fetch`. `dispatch.ts` sends text, or nothing.
 * Saves 15 KB.
 */
export const noFormData = {
  name: 'noFormData',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]undici[\\/]lib[\\/]web[\\/](fetch[\\/](body|formdata)|webidl[\\/]index)\.js$/ },
      () => ({
        contents: 'exports.webidl = { is: { FormData: () => false } };',
      }),
    );
  },
};
