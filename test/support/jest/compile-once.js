import vm from 'node:vm';

const { compileFunction, SourceTextModule } = vm;

/**
 * What V8 made of each file that Jest compiled, by the file's name. Jest compiles everything anew for each file of tests,
 * the packages included, which takes about as long as most of these files take to run.
 */
const compiled = new Map();

/** @returns what V8 made of this text in an earlier world of this process, or undefined */
function knownOf(name, source) {
  const known = compiled.get(name);
  return known?.source === source ? known.data : undefined;
}

/** CommonJS: packages, and Jest's own parts. */
vm.compileFunction = (source, parameters, options) => {
  const cachedData = knownOf(options.filename, source);
  const made = compileFunction(source, parameters, {
    ...options,
    cachedData,
    produceCachedData: !cachedData,
  });
  if (made.cachedData) compiled.set(options.filename, { source, data: made.cachedData });
  return made;
};

/** ECMAScript modules: our own code, and packages that come as such. */
vm.SourceTextModule = class extends SourceTextModule {
  constructor(source, options) {
    const cachedData = knownOf(options.identifier, source);
    super(source, { ...options, cachedData });
    if (!cachedData) compiled.set(options.identifier, { source, data: this.createCachedData() });
  }
};
