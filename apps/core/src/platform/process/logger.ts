import { pino, type DestinationStream, type Logger } from 'pino';
import { loggedError } from './logged-error.js';

/**
 * The injection token of the process's pino `Logger`.
 * Logs carry ids: no address, code, token, file name, or document text.
 */
export const LOGGER = Symbol('LOGGER');

/** The one way to a logger: what errors carry along besides their own words is left out of it. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { name: 'core', level, serializers: { err: loggedError } };
  return destination ? pino(options, destination) : pino(options);
}
