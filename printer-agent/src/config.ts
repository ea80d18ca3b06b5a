import { integerVariable, textVariable } from '@sixpence/config/load';
import { coreAddress } from '@sixpence/config/service-link';
import { z } from 'zod';

/** The panel has no sign-in of its own yet, so it stays on the box. */
const loopback = z.enum(['127.0.0.1', 'localhost', '::1'], {
  error: 'the panel is served on this machine only: leave it out, or give 127.0.0.1',
});

/** What the agent reads from its environment. */
export const agentConfig = z.object({
  CORE_URL: coreAddress,
  AGENT_DATA_DIR: textVariable('give the folder in which this box keeps its key and its journal'),
  HOST: loopback.default('127.0.0.1'),
  AGENT_PORT: integerVariable(0, 65_535).default(3100),
  AGENT_INVITE: z
    .string()
    .max(100, { error: 'give the one-time code of `operator agent invite`' })
    .optional(),
  PANEL_DIR: z.string().default('printer-agent/panel/dist'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'give fatal, error, warn, info, debug, or trace',
    })
    .default('info'),
});
export type AgentConfig = Readonly<z.infer<typeof agentConfig>>;
