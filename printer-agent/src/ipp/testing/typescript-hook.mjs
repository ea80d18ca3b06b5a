import { registerHooks } from 'node:module';

/** Lets `node --experimental-transform-types` run our sources, whose imports name the built `.js` files. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return nextResolve(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
