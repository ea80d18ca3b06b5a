import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { errorCode } from './error-code.js';

/**
 * Whether an error means that a dependency (database, NATS, disk) is unavailable or too slow, and not a
 * defect here. Codes: PostgreSQL classes 08, 53, 57 (statement timeouts among them), 55P03 (lock timeout),
 * 25P03 and 25P04 (idle and long transactions); Node's connection errors. When a connection breaks between
 * two statements, the only sign is TypeORM's refusal to run the next one.
 */
export function isOutage(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof QueryRunnerAlreadyReleasedError) return true;
    const code = errorCode(cause);
    if (/^(08|53|57)...$/.test(code) || code === '55P03' || /^(25P03|25P04)$/.test(code)) return true;
    if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/.test(code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|timeout expired/i.test(cause.message))
      return true;
  }
  return false;
}
