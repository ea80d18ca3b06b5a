import { pino, type DestinationStream, type Logger } from 'pino';
import { loggedError } from './logged-error.js';

/**
 * The injection token of the process's pino `Logger`. Logs contain ids, and never an address, code, token,
 * file name, or text of a document.
 */
export const LOGGER = Symbol('LOGGER');

/**
 * Creates the process's logger, which logs errors as `loggedError` does. Create every logger with this
 * function.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { name: 'core', level, serializers: { err: loggedError } };
  return destination ? pino(options, destination) : pino(options);
}
