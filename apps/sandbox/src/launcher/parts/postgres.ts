import { join } from 'node:path';
import { PostgresServer, removePostgres, SANDBOX_DATABASE } from '../../postgres/server.js';
import type { OutsidePart } from './part.js';

/** PostgreSQL, bundled: all data of core. */
export const postgres: OutsidePart = {
  name: 'PostgreSQL',
  ports: ['postgres'],
  data: ['postgres'],
  replacedBy: ['DATABASE_URL'],
  needs: [],
  async start(place) {
    const port = place.settings.ports.postgres;
    let url = '';
    await place.keepRunning(`PostgreSQL on 127.0.0.1:${port}`, async () => {
      const server = await PostgresServer.start({
        dataFolder: place.path('postgres'),
        port,
        password: place.secrets.databasePassword,
        logFile: place.logFile('postgres'),
        durable: true,
      });
      url = server.url(SANDBOX_DATABASE);
      return server.child;
    });
    return { DATABASE_URL: url };
  },
  removeData: (dataFolder) => removePostgres(join(dataFolder, 'postgres')),
};
