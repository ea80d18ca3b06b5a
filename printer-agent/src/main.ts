import { ConfigError, loadConfig } from '@sixpence/config/load';
import { pino, type Logger } from 'pino';
import { Agent } from './agent.js';
import { agentConfig, type AgentConfig } from './config.js';

/**
 * The agent's process. Exits with status 0 on SIGTERM and SIGINT, and with 1 when it cannot start. A printer
 * goes on with its job meanwhile; the next start finds that job again.
 */
async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ name: 'agent', level: config.LOG_LEVEL });
  const starting = new AbortController();
  const stopRequested = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  void stopRequested.then(() => starting.abort());

  const agent = await start(config, log, starting.signal);
  if (!agent) return;
  log.info({ port: agent.port }, 'ready');
  await stopRequested;
  await agent.stop();
  log.info('stopped');
}

/** Exits with status 1 after printing every bad variable of the environment. */
function readConfig(): AgentConfig {
  try {
    return loadConfig(agentConfig, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** @returns undefined when a signal stopped the agent before it was ready */
async function start(config: AgentConfig, log: Logger, signal: AbortSignal): Promise<Agent | undefined> {
  try {
    return await Agent.start(config, log, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    const { code, port } = error as NodeJS.ErrnoException & { port?: number };
    if (code === 'EADDRINUSE') {
      const variable = port === config.AGENT_PORT ? 'AGENT_PORT' : 'AGENT_LAN_PORT';
      process.stderr.write(`Port ${config[variable]} is taken: set ${variable} to another one.\n`);
    } else log.fatal({ err: error }, 'The agent cannot start');
    process.exit(1);
  }
}

await main();
