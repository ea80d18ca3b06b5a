import { NatsServer, type NatsUser } from '../../nats/server.js';
import type { OutsidePart, PartContext, Variables } from './part.js';

/** NATS with JetStream: carries the events about changes in the database. */
export const nats: OutsidePart = {
  name: 'NATS',
  ports: ['nats'],
  data: ['nats'],
  replacedBy: ['NATS_URL'],
  needs: [],
  async start(context) {
    const port = context.settings.ports.nats;
    let url = '';
    await context.keepRunning(`NATS on 127.0.0.1:${port}`, async () => {
      const server = await NatsServer.start({
        folder: context.path('nats'),
        port,
        logFile: context.logFile('nats'),
        passwords: context.secrets.natsPasswords,
      });
      url = server.url;
      return server.child;
    });
    return { NATS_URL: url };
  },
};

/**
 * The variables with which a process signs in to NATS as its own user. Our own server takes a generated
 * password. For an external server the password is `NATS_CORE_PASSWORD` or `NATS_CONVERTER_PASSWORD`. Without
 * those, the process uses `NATS_URL` and the other NATS variables of the environment, which all processes
 * inherit.
 */
export function natsAs(user: NatsUser, context: PartContext): Variables {
  const { environment } = context.settings;
  const { NATS_URL = '' } = context.valuesOf(nats);
  const isOurs = !environment['NATS_URL'];
  const given = environment[`NATS_${user.toUpperCase()}_PASSWORD`];
  const password = isOurs ? context.secrets.natsPasswords[user] : given;
  return { NATS_URL, ...(password ? { NATS_USER: user, NATS_PASSWORD: password } : {}) };
}
