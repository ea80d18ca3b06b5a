import type Stripe from 'stripe';
import { z } from 'zod';
import { missing } from '../book/problem.js';
import { list, whole } from './parameters.js';

/** The parameters that every list call accepts. */
export const pages = {
  limit: whole.pipe(z.number().min(1).max(100)).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand: list.optional(),
};

export const times = z
  .strictObject({
    gt: whole.optional(),
    gte: whole.optional(),
    lt: whole.optional(),
    lte: whole.optional(),
  })
  .optional();
export type Times = z.output<typeof times>;

export interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** A page of these objects. `all` has the newest first. */
export function pageOf<T extends { id: string }>(
  all: readonly T[],
  { limit = 10, starting_after: after, ending_before: before }: Page,
  url: string,
): Stripe.ApiList<T> {
  const from = after === undefined ? 0 : indexOf(all, after, 'starting_after') + 1;
  const until = before === undefined ? all.length : indexOf(all, before, 'ending_before');
  const between = all.slice(from, until);
  const data = before === undefined ? between.slice(0, limit) : between.slice(-limit);
  return { object: 'list', data, has_more: between.length > data.length, url };
}

export function isWithin({ created }: { created: number }, bounds: Times): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = bounds ?? {};
  return created > gt && created >= gte && created < lt && created <= lte;
}

function indexOf(all: readonly { id: string }[], id: string, param: string): number {
  const index = all.findIndex((object) => object.id === id);
  if (index < 0) throw missing('object', id, param);
  return index;
}
