import { hash as hashInService, verify, type Options } from '@node-rs/argon2/index.js';

const light: Options = { memoryCost: 1_024 };
let cost = light;

/** Hashes passwords at the service's cost until disposed. */
export function hashAsInProduction(): Disposable {
  cost = {};
  return {
    [Symbol.dispose]: () => {
      cost = light;
    },
  };
}

/**
 * Replaces the package in tests of one feature, with a fraction of the memory: password hashing is otherwise
 * most of such a test's work. The tests of passwords check the service's own cost, and journeys use it.
 */
export function hash(password: string, options?: Options): Promise<string> {
  return hashInService(password, { ...options, ...cost });
}

export { verify };
