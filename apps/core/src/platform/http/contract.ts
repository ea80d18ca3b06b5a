import { Refusal, type RefusalCode } from '@sixpence/contracts/refusals';
import type { z } from 'zod';

/**
 * Holds what somebody sent to its contract. Unknown fields are dropped.
 * @throws Refusal `request.invalid` naming each bad field, never its value; or the one that is given instead
 */
export function kept<S extends z.ZodType>(
  schema: S,
  value: unknown,
  malformed: RefusalCode = 'request.invalid',
): z.output<S> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  if (malformed !== 'request.invalid') throw new Refusal(malformed);
  const fields = checked.error.issues.map((issue) => issue.path.join('.') || 'the body');
  throw new Refusal('request.invalid', `Please check: ${[...new Set(fields)].join(', ')}`);
}
