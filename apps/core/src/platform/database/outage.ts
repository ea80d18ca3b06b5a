import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { errorCode } from './error-code.js';

/**
 * Whether an error means that another part (database, NATS, disk) is away or too slow, rather than a defect here.
 * Codes: PostgreSQL classes 08, 53, 57 and lock/statement time-outs (55P03, 57014); Node's connection errors. A transaction
 * whose connection was cut between two statements hears of it only by TypeORM's refusal to run the next one.
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
