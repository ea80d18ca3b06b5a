import vm from 'node:vm';

const { compileFunction, SourceTextModule } = vm;

/**
 * V8's code cache of each file that Jest compiled, by file name. Jest compiles everything again for each test
 * file, packages included, which takes about as long as most test files run.
 */
const compiled = new Map();

/**
 * Code from the cache belongs to the module that it was first compiled for. Its dynamic imports go to that
 * module, of an earlier test file, and fail once V8 has collected it. So code with such imports is compiled
 * anew.
 */
const DYNAMIC_IMPORT = /\bimport\(/;

/** @returns V8's cache of this text from an earlier test file of this process, or undefined */
function cacheOf(name, source) {
  if (DYNAMIC_IMPORT.test(source)) return undefined;
  const known = compiled.get(name);
  return known?.source === source ? known.data : undefined;
}

/** CommonJS: packages, and Jest's own parts. */
vm.compileFunction = (source, parameters, options) => {
  const cachedData = cacheOf(options.filename, source);
  const result = compileFunction(source, parameters, {
    ...options,
    cachedData,
    produceCachedData: !cachedData,
  });
  if (result.cachedData) compiled.set(options.filename, { source, data: result.cachedData });
  return result;
};

/** ECMAScript modules: our own code, and some packages. */
vm.SourceTextModule = class extends SourceTextModule {
  constructor(source, options) {
    const cachedData = cacheOf(options.identifier, source);
    super(source, { ...options, cachedData });
    if (!cachedData) compiled.set(options.identifier, { source, data: this.createCachedData() });
  }
};
