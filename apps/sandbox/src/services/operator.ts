import { execFile } from 'node:child_process';
import { compileCacheVariables, entryPoints } from './service-commands.js';

export interface OperatorAnswer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the operator's command line to its end. A refusal is an answer (status 1), not an error. */
export function runOperator(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<OperatorAnswer> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--enable-source-maps', entryPoints.operator, ...args],
      { env: { ...process.env, ...compileCacheVariables, ...environment }, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ status: statusOf(error), stdout, stderr }),
    );
  });
}

/**
 * The JSON answer of a command that must succeed.
 * @throws Error with the command's output
 */
export async function askOperator(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  return jsonOf(args, await runOperator([...args, '--json'], environment));
}

/**
 * The JSON answer of a command with `--json`.
 * @throws Error with its output when it failed
 */
export function jsonOf(args: readonly string[], { status, stdout, stderr }: OperatorAnswer): unknown {
  if (status !== 0) {
    throw new Error(
      `operator ${args.slice(0, 2).join(' ')} ended with status ${status}: ${stderr || stdout}`,
    );
  }
  return JSON.parse(stdout) as unknown;
}

function statusOf(error: Error | null): number {
  if (error === null) return 0;
  return 'code' in error && typeof error.code === 'number' ? error.code : 1;
}
