/**
 * For pages: imported before any contract. Their content policy forbids compiling strings, which zod would try for
 * speed at the first schema and which browsers then report. This is zod's own switch (`z.config({ jitless: true })`),
 * set without loading zod, so that a page which checks nothing does not carry it.
 */
const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };
