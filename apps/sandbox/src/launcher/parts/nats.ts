import { NatsServer, type NatsUser } from '../../nats/server.js';
import type { OutsidePart, Place, Variables } from './part.js';

/** NATS with JetStream: carries the events about changes in the database. */
export const nats: OutsidePart = {
  name: 'NATS',
  ports: ['nats'],
  data: ['nats'],
  replacedBy: ['NATS_URL'],
  needs: [],
  async start(place) {
    const port = place.settings.ports.nats;
    let url = '';
    await place.keepRunning(`NATS on 127.0.0.1:${port}`, async () => {
      const server = await NatsServer.start({
        folder: place.path('nats'),
        port,
        logFile: place.logFile('nats'),
        passwords: place.secrets.natsPasswords,
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
export function natsAs(user: NatsUser, place: Place): Variables {
  const { environment } = place.settings;
  const { NATS_URL = '' } = place.of(nats);
  const isOurs = !environment['NATS_URL'];
  const given = environment[`NATS_${user.toUpperCase()}_PASSWORD`];
  const password = isOurs ? place.secrets.natsPasswords[user] : given;
  return { NATS_URL, ...(password ? { NATS_USER: user, NATS_PASSWORD: password } : {}) };
}
