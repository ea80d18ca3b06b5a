import { hash as hashInService, verify, type Options } from '@node-rs/argon2/index.js';

const light: Options = { memoryCost: 1_024 };
let cost = light;

/** Until it is disposed of, passwords cost as much as those of the service. */
export function asInService(): Disposable {
  cost = {};
  return {
    [Symbol.dispose]: () => {
      cost = light;
    },
  };
}

/**
 * Stands in for the package in tests of one feature, with a fraction of the memory: to make people and let them in is most
 * of such a test's work otherwise. What the service asks for is seen in the tests of passwords, and paid in journeys.
 */
export function hash(password: string, options?: Options): Promise<string> {
  return hashInService(password, { ...options, ...cost });
}

export { verify };
