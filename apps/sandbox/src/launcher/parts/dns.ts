import { DnsServer } from '../../dns/dns-server.js';
import type { OutsidePart } from './part.js';

/** The DNS server for the demo's mail domains. */
export const dns: OutsidePart = {
  name: 'DNS',
  ports: ['dns'],
  data: [],
  replacedBy: ['DNS_SERVERS'],
  needs: [],
  async start(place) {
    const port = place.settings.ports.dns;
    let address = '';
    await place.keepRunning(`DNS on 127.0.0.1:${port} (udp)`, async () => {
      const server = await DnsServer.start({ port, logFile: place.logFile('dns') });
      address = server.address;
      return server.child;
    });
    return { DNS_SERVERS: address };
  },
};
