import { integerVariable, textVariable } from '@sixpence/config/load';
import { coreAddress } from '@sixpence/config/service-link';
import { z } from 'zod';

/** Without TLS the panel is served to this machine only. */
const loopback = z.enum(['127.0.0.1', 'localhost', '::1'], {
  error: 'in the clear the panel is served on this machine only: leave it out, or give AGENT_LAN_HOST',
});

/** The environment variables of the agent. */
export const agentConfig = z
  .object({
    CORE_URL: coreAddress,
    AGENT_DATA_DIR: textVariable('give the folder in which this box keeps its key and its journal'),
    HOST: loopback.default('127.0.0.1'),
    AGENT_PORT: integerVariable(0, 65_535).default(3100),
    /**
     * The DNS name or address at which screens in the site's network open the panel over TLS. Empty: the
     * panel is served to this machine only.
     */
    AGENT_LAN_HOST: z
      .string()
      .regex(/^[\w.:-]*$/, {
        error: 'give a name or an address without a port, such as panel.library.example',
      })
      .toLowerCase()
      .default(''),
    AGENT_LAN_PORT: integerVariable(0, 65_535).default(3443),
    /**
     * PEM files of a certificate for `AGENT_LAN_HOST` and of its key. The agent reloads them when they
     * change.
     */
    TLS_CERT_FILE: z.string().default(''),
    TLS_KEY_FILE: z.string().default(''),
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
  })
  .superRefine((config, problems) => {
    const tlsFiles = [config.TLS_CERT_FILE, config.TLS_KEY_FILE].filter((file) => file !== '').length;
    if (tlsFiles === (config.AGENT_LAN_HOST === '' ? 0 : 2)) return;
    const message =
      config.AGENT_LAN_HOST === ''
        ? 'give AGENT_LAN_HOST with it, the name that the certificate is for'
        : 'give both files, TLS_CERT_FILE and TLS_KEY_FILE: in a network the panel is served over TLS only';
    const path = [
      config.AGENT_LAN_HOST !== '' && config.TLS_CERT_FILE === '' ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE',
    ];
    problems.addIssue({ code: 'custom', path, message });
  });
export type AgentConfig = Readonly<z.infer<typeof agentConfig>>;
