import { existsSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const globals = new URL('globals.js', import.meta.url).href;
const source = /\.tsx?$/;
const transformOptions = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/** The module mapping of Jest's configuration, and the translator of TypeScript. */
let mappings = [];
let translator;
/** The source map of each translated file. Jest uses it to report original lines. */
const sourceMaps = new Map();

/** Resolves and translates modules by this Jest configuration from now on. */
export function loadFor(config, transformer) {
  if (!translator) registerHooks({ resolve: resolveModule, load });
  mappings = config.moduleNameMapper.map(([pattern, target]) => [new RegExp(pattern), target]);
  translator = transformer;
  return sourceMaps;
}

function resolveModule(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  const { parentURL = '' } = context;
  if (!parentURL.startsWith('file:') || parentURL.includes('/node_modules/')) return next(specifier, context);
  for (const [pattern, target] of mappings) {
    const match = pattern.exec(specifier);
    if (!match) continue;
    const path = target.replace(/\$(\d)/g, (_, group) => match[group]);
    const file = fileAt(path.startsWith('.') ? resolve(dirname(fileURLToPath(parentURL)), path) : path);
    // An older build of the file may still exist and would be tested instead.
    if (file === undefined) throw new Error(`${specifier}, which ${parentURL} imports, is not at ${path}.`);
    return { url: pathToFileURL(file).href, shortCircuit: true };
  }
  return next(specifier, context);
}

function fileAt(path) {
  return ['.ts', '.tsx', '.js', '']
    .map((ending) => path + ending)
    .find((file) => existsSync(file) && statSync(file).isFile());
}

function load(url, context, next) {
  const { protocol, pathname } = URL.parse(url) ?? {};
  if (protocol !== 'file:' || !source.test(pathname) || pathname.includes('/node_modules/'))
    return next(url, context);
  const path = fileURLToPath(url);
  const { code, sourceMapPath } = translator.transform(path, transformOptions);
  if (sourceMapPath) for (const name of [path, url]) sourceMaps.set(name, sourceMapPath);
  return { format: 'module', source: code, shortCircuit: true };
}
