import { z } from 'zod';

/**
 * Checks a process's environment against its schema, once, at start. The result is frozen and injected as an
 * object.
 * @throws ConfigError listing every bad variable with its remedy (the schema's message), never its value
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  environment: NodeJS.ProcessEnv,
): Readonly<z.infer<S>> {
  // An empty variable counts as absent, as in `.env.example`.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const checked = schema.safeParse(present);
  if (checked.success) return Object.freeze(checked.data);
  throw new ConfigError(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** A variable with a whole number within bounds. */
export function integerVariable(min: number, max: number) {
  return z.coerce
    .number({ error: `give a whole number from ${min} to ${max}` })
    .int()
    .min(min)
    .max(max);
}

/** A variable with a secret of exactly `bytes` bytes, in base64. */
export function secretVariable(bytes: number) {
  const remedy = `give ${bytes} random bytes in base64 (openssl rand -base64 ${bytes})`;
  return z
    .string({ error: remedy })
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((secret) => secret.length === bytes, { error: remedy });
}

/** A variable that must not be empty. */
export function textVariable(remedy: string) {
  return z.string({ error: remedy }).min(1, { error: remedy });
}
