import { join } from 'node:path';
import { PostgresServer, removePostgres, SANDBOX_DATABASE } from '../../postgres/server.js';
import type { OutsidePart, Variables } from './part.js';

/** The bundled PostgreSQL: all data of core. */
export const postgres: OutsidePart = {
  name: 'PostgreSQL',
  ports: ['postgres'],
  data: ['postgres'],
  replacedBy: ['DATABASE_URL'],
  companionVariables: ['DATABASE_OWNER_URL'],
  needs: [],
  async start(context) {
    const port = context.settings.ports.postgres;
    let addresses: Variables = {};
    await context.keepRunning(`PostgreSQL on 127.0.0.1:${port}`, async () => {
      const server = await PostgresServer.start({
        dataFolder: context.path('postgres'),
        port,
        passwords: {
          superuser: context.secrets.databasePassword,
          owner: context.secrets.databaseOwnerPassword,
          app: context.secrets.databaseAppPassword,
        },
        logFile: context.logFile('postgres'),
        durable: true,
      });
      addresses = {
        DATABASE_URL: server.url(SANDBOX_DATABASE, 'app'),
        DATABASE_OWNER_URL: server.url(SANDBOX_DATABASE, 'owner'),
      };
      return server.child;
    });
    return addresses;
  },
  removeData: (dataFolder) => removePostgres(join(dataFolder, 'postgres')),
};
