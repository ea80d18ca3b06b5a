import { Refusal, refusals, type RefusalCode } from '@sixpence/contracts/refusals';
import { errorCode } from './error-code.js';

/** The SQLSTATE of a refusal that a function in the database raises. Its message is the refusal's code. */
const refusedState = 'SX001';

/** The refusal that a function in the database raised; undefined for every other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || errorCode(error) !== refusedState) return undefined;
  const code = messageOf(error);
  if (!isRefusalCode(code)) return undefined;
  return new Refusal(code, undefined, undefined, { cause: error });
}

/** PostgreSQL's message, without TypeORM's wrapping. */
function messageOf(error: Error): string {
  return 'driverError' in error && error.driverError instanceof Error
    ? error.driverError.message
    : error.message;
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code);
}
