import { join } from 'node:path';
import { checkout } from '../checkout.js';
import type { Child, ChildCommand } from '../processes/child.js';
import { answers, hasPrinted } from '../processes/ready.js';

/** One of Sixpence's own processes: the command that starts it, and the check of its readiness. */
export interface Service {
  readonly command: ChildCommand;
  readonly ready: (child: Child) => boolean | Promise<boolean>;
}

export interface ServiceOptions {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** The bundle of each program, made from the files that `tsc -b` builds. */
export const entryPoints = {
  core: join(checkout, 'apps/core/dist/main.bundle.js'),
  converter: join(checkout, 'apps/converter/dist/main.bundle.js'),
  intake: join(checkout, 'apps/intake/dist/main.bundle.js'),
  operator: join(checkout, 'apps/operator/dist/main.bundle.js'),
  agent: join(checkout, 'printer-agent/dist/main.bundle.js'),
} as const;

/** Node's compile cache. A restarted process does not compile again. */
export const compileCacheVariables = { NODE_COMPILE_CACHE: join(checkout, '.data/compiled') } as const;

/** Ready once its database, NATS, and its storage answer. */
export function coreService(options: ServiceOptions): Service {
  const { PORT = '3000' } = options.environment;
  return {
    command: nodeCommand(entryPoints.core, options),
    ready: answers(`http://127.0.0.1:${PORT}/readyz`),
  };
}

/** Ready once its log says so, because it has no port to check. */
export function converterService(options: ServiceOptions): Service {
  return { command: nodeCommand(entryPoints.converter, options), ready: hasPrinted('"msg":"ready"') };
}

/** Ready once its log says that it listens. */
export function intakeService(options: ServiceOptions): Service {
  return { command: nodeCommand(entryPoints.intake, options), ready: hasPrinted('"msg":"ready"') };
}

/** Ready once it serves its panel. `isOnline` tells whether it has reached core. */
export function agentService(options: ServiceOptions): Service {
  const { AGENT_PORT = '3100' } = options.environment;
  return {
    command: nodeCommand(entryPoints.agent, options),
    ready: answers(`http://127.0.0.1:${AGENT_PORT}/healthz`),
  };
}

/** Whether the agent at this address is connected to core. Without a connection it can check no codes. */
export async function isOnline(agentUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${agentUrl}/healthz`, { signal: AbortSignal.timeout(5_000) });
    const health = (await answer.json()) as { online?: boolean };
    return health.online === true;
  } catch {
    // Refused, reset, or slow: counts as not online.
    return false;
  }
}

function nodeCommand(file: string, { name, environment, logFile }: ServiceOptions): ChildCommand {
  const env = { ...compileCacheVariables, ...environment };
  return { name, program: process.execPath, args: ['--enable-source-maps', file], env, logFile };
}
