/**
 * Why: undici speaks HTTP/2 only where it is allowed, and `dispatch.ts` allows it nowhere: one connection then carries one request,
 * so what was sent when it broke is known.
 * Saves 5 KB.
 */
export const noHttp2 = {
  name: 'noHttp2',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is not allowed.'); };",
    }));
  },
};
