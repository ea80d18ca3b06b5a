/**
 * The folder of a module in `src`, where its SQL stands beside it: the compiler copies no SQL to `dist`.
 * @param module its `import.meta.url`
 */
export function sourceFolder(module: string): URL {
  return new URL('.', module.replace('/apps/core/dist/', '/apps/core/src/'));
}
