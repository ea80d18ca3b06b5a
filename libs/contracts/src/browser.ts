/**
 * Pages import this file before any contract. A page's content security policy forbids compiling strings. Zod
 * would try that for speed at the first schema, and browsers would report it. This is zod's own switch
 * (`z.config({ jitless: true })`), set without loading zod, so that pages without schemas do not load it.
 */
const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };
