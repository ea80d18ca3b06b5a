import { hash as hashInService, verify, type Options } from '@node-rs/argon2/index.js';

let cost: Options = { memoryCost: 1_024 };

/** From now on passwords of this file of tests cost as much as those of the service. */
export function asInService(): void {
  cost = {};
}

/**
 * Stands in for the package in tests of one feature, with a fraction of the memory: to make people and let them in is most
 * of such a test's work otherwise. What the service asks for is seen in the tests of passwords, and paid in journeys.
 */
export function hash(password: string, options?: Options): Promise<string> {
  return hashInService(password, { ...options, ...cost });
}

export { verify };
