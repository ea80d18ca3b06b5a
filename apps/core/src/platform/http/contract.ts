import { Refusal, type RefusalCode } from '@sixpence/contracts/refusals';
import type { z } from 'zod';

/**
 * Validates a value by its contract. Unknown fields are dropped.
 * @param malformed the code of the refusal of a malformed value
 * @throws Refusal `malformed`; the message of `request.invalid` names each bad field, never its value
 */
export function validated<S extends z.ZodType>(
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
