/**
 * Whether an error means that another part (database, NATS, disk) is away or too slow, rather than a defect here.
 * Codes: PostgreSQL classes 08, 53, 57 and lock/statement time-outs (55P03, 57014); Node's connection errors.
 */
export function isOutage(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause);
    if (/^(08|53|57)...$/.test(code) || code === '55P03' || /^(25P03|25P04)$/.test(code)) return true;
    if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/.test(code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|timeout expired/i.test(cause.message))
      return true;
  }
  return false;
}

function codeOf(error: Error): string {
  if ('driverError' in error && error.driverError instanceof Error) return codeOf(error.driverError);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
