/**
 * The DNS server that the demo's intake asks. It knows only the demo's mail domains, and says that mail from
 * them comes from this machine. `DNS_PORT` is its port (UDP). `DNS_ZONE`, as JSON, replaces its records.
 */
import { createSocket } from 'node:dgram';
import { answerTo, type Zone } from './answer.js';

const HOST = '127.0.0.1';
/**
 * SPF allows mail from these domains from loopback addresses only, so only a process on this machine can
 * forge such a mail.
 */
const demoZone: Zone = {
  'example.com': ['v=spf1 ip4:127.0.0.0/8 ip6:::1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

const { DNS_PORT: port = '', DNS_ZONE: given } = process.env;
if (!(Number(port) > 0)) throw new Error('Give DNS_PORT.');
const zone = given === undefined ? demoZone : (JSON.parse(given) as Zone);

const socket = createSocket('udp4');
socket.on('message', (message, from) => {
  const answer = answerTo(message, zone);
  if (answer) socket.send(answer, from.port, from.address);
});
socket.bind(Number(port), HOST, () => console.log('ready'));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
