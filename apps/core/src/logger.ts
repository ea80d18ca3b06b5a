/**
 * The injection token of the process's pino `Logger`.
 * Logs carry ids: no address, code, token, file name, or document text.
 */
export const LOGGER = Symbol('LOGGER');
