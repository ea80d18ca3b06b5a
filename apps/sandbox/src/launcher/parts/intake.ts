import { intakeService } from '../../services/service-commands.js';
import { core, coreUrl } from './core.js';
import { dns } from './dns.js';
import type { Part } from './part.js';

/** The default print address. The demo's senders use it too. */
export const printAddress = 'print@print.localhost';

/** The intake: receives mail to the print address. */
export const intake: Part = {
  name: 'intake',
  ports: ['intake'],
  data: [],
  needs: [core, dns],
  async start(context) {
    const { settings, secrets } = context;
    const environment = {
      ...context.valuesOf(dns),
      CORE_URL: coreUrl(context),
      INTAKE_TOKEN: secrets.INTAKE_TOKEN,
      INTAKE_PORT: String(settings.ports.intake),
      PUBLIC_URL: settings.publicUrl,
      PRINT_ADDRESS: settings.environment['PRINT_ADDRESS'] ?? printAddress,
    };
    const options = { name: 'intake', environment, logFile: context.logFile('intake') };
    await context.keepService(`intake on localhost:${settings.ports.intake} (SMTP)`, intakeService(options));
  },
  welcome: ({ settings }) => [
    [
      'By mail',
      `${settings.environment['PRINT_ADDRESS'] ?? printAddress} at localhost:${settings.ports.intake}; try npm run mail -- FILE`,
    ],
  ],
};
