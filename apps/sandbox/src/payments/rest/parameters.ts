import { z } from 'zod';
import { invalid, type Problem } from '../book/problem.js';
import type { Fields } from './form.js';

/** An integer. Form values arrive as strings. */
export const whole = z
  .string()
  .regex(/^-?\d{1,12}$/, 'Invalid integer')
  .transform(Number);
export const yesOrNo = z.enum(['true', 'false']).transform((value) => value === 'true');
export const texts = z.record(z.string().max(40), z.string().max(500));
/** A list. It arrives as an object with numbers as names. */
export const list = z.record(z.string(), z.string()).transform((values) => Object.values(values));

/**
 * The schema of a call's parameters. A parameter that the SDK does not know, or types otherwise, does not
 * compile: `asks<Stripe.RefundCreateParams>()({ amount: whole.optional() })`
 */
export function asks<Params extends object>() {
  return <Shape extends { [Name in keyof Params]?: z.ZodType<Params[Name] | undefined> }>(
    shape: Shape & Record<Exclude<keyof Shape, keyof Params>, never>,
  ) => z.strictObject<Shape>(shape);
}

/** @throws Problem 400 that names the first invalid parameter */
export function readParameters<Schema extends z.ZodType>(schema: Schema, fields: Fields): z.output<Schema> {
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  throw asProblem(read.error.issues[0]);
}

function asProblem(issue: z.core.$ZodIssue | undefined): Problem {
  const [head = '', ...rest] = (issue?.path ?? []).map(String);
  const param = head + rest.map((part) => `[${part}]`).join('');
  if (issue?.code === 'unrecognized_keys') {
    const name = issue.keys[0] ?? '';
    const unknown = param === '' ? name : `${param}[${name}]`;
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (issue?.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('undefined')) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue?.message === 'Invalid integer') {
    return invalid(`Invalid integer: ${param}`, { code: 'parameter_invalid_integer', param });
  }
  return invalid(`Invalid ${param}: ${issue?.message ?? ''}`, { param });
}
