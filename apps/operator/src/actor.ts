import { userInfo } from 'node:os';

/** The operator's name in the audit. */
export function actor(): string {
  return `operator ${userInfo().username}`;
}
