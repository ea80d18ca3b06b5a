import { operate } from '@sixpence/operator/commands/operate';
import type { OperatorAnswer } from '@sixpence/sandbox/services/operator';
import type { CoreApp } from '../core/core-app.js';

/**
 * Runs an operator command with core's configuration in this process, because a separate process would take
 * as long as the test itself.
 */
export function operated(core: CoreApp, ...words: string[]): Promise<OperatorAnswer> {
  const { MASTER_KEY, SECRET_KEY, ...config } = core.config;
  return operatedWith(words, {
    ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
    MASTER_KEY: MASTER_KEY.toString('base64'),
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });
}

/** Like `operated`, with the configuration of a core in another process. */
export async function operatedWith(
  words: string[],
  environment: Readonly<Record<string, string>>,
): Promise<OperatorAnswer> {
  const output = { stdout: '', stderr: '' };
  const status = await operate(words, environment, {
    out: (text) => (output.stdout += text),
    err: (text) => (output.stderr += text),
  });
  return { status, ...output };
}
