import { DnsServer } from '../../dns/dns-server.js';
import type { OutsidePart } from './part.js';

/** The DNS server for the demo's mail domains. */
export const dns: OutsidePart = {
  name: 'DNS',
  ports: ['dns'],
  data: [],
  replacedBy: ['DNS_SERVERS'],
  needs: [],
  async start(context) {
    const port = context.settings.ports.dns;
    let address = '';
    await context.keepRunning(`DNS on 127.0.0.1:${port} (udp)`, async () => {
      const server = await DnsServer.start({ port, logFile: context.logFile('dns') });
      address = server.address;
      return server.child;
    });
    return { DNS_SERVERS: address };
  },
};
