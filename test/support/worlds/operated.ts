import { operate } from '@sixpence/operator/commands/operate';
import type { OperatorAnswer } from '@sixpence/sandbox/services/operator';
import type { CoreApp } from '../core/core-app.js';

/**
 * A command of the operator with core's own configuration, in this process, because each of its own would take as long as
 * the test that asks it.
 */
export function operated(core: CoreApp, ...words: string[]): Promise<OperatorAnswer> {
  const { MASTER_KEY, SECRET_KEY, ...config } = core.config;
  return operatedWith(words, {
    ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
    ...{ MASTER_KEY: MASTER_KEY.toString('base64'), SECRET_KEY: SECRET_KEY.toString('base64') },
  });
}

/** As `operated`, with the configuration of a core that is a process of its own. */
export async function operatedWith(
  words: string[],
  environment: Readonly<Record<string, string>>,
): Promise<OperatorAnswer> {
  const said = { stdout: '', stderr: '' };
  const status = await operate(words, environment, {
    out: (text) => (said.stdout += text),
    err: (text) => (said.stderr += text),
  });
  return { status, ...said };
}
