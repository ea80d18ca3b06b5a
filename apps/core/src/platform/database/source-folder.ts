/**
 * The folder of a module below `src`, where its SQL files are: the compiler does not copy them to `dist`.
 * @param module its `import.meta.url`
 */
export function sourceFolder(module: string): URL {
  return new URL('.', module.replace('/apps/core/dist/', '/apps/core/src/'));
}
