import { Injectable, type PipeTransform } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { z } from 'zod';

/**
 * Holds a body or query to its contract: `@Body(new Contract(fileUploadRequest))`. Unknown fields are dropped.
 * @throws Refusal `request.invalid` naming each bad field, never its value
 */
@Injectable()
export class Contract<S extends z.ZodType> implements PipeTransform<unknown, z.infer<S>> {
  constructor(private readonly schema: S) {}

  transform(value: unknown): z.infer<S> {
    const checked = this.schema.safeParse(value);
    if (checked.success) return checked.data;
    const fields = checked.error.issues.map((issue) => issue.path.join('.') || 'the body');
    throw new Refusal('request.invalid', `Please check: ${[...new Set(fields)].join(', ')}`);
  }
}
