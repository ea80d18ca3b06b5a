import { userInfo } from 'node:os';

/** Who types the command, as the audit names them. */
export function actor(): string {
  return `operator ${userInfo().username}`;
}
