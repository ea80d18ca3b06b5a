import { join } from 'node:path';
import { PostgresServer, removePostgres, SANDBOX_DATABASE } from '../../postgres/server.js';
import type { OutsidePart, Variables } from './part.js';

/** The bundled PostgreSQL: all data of core. */
export const postgres: OutsidePart = {
  name: 'PostgreSQL',
  ports: ['postgres'],
  data: ['postgres'],
  replacedBy: ['DATABASE_URL'],
  goingWith: ['DATABASE_OWNER_URL'],
  needs: [],
  async start(place) {
    const port = place.settings.ports.postgres;
    let addresses: Variables = {};
    await place.keepRunning(`PostgreSQL on 127.0.0.1:${port}`, async () => {
      const server = await PostgresServer.start({
        dataFolder: place.path('postgres'),
        port,
        passwords: {
          superuser: place.secrets.databasePassword,
          owner: place.secrets.databaseOwnerPassword,
          app: place.secrets.databaseAppPassword,
        },
        logFile: place.logFile('postgres'),
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
