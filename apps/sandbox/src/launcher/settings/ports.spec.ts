import { expect, test } from '@jest/globals';
import { ports, readPorts, sharedPorts } from './ports.js';

test('ports have the documented defaults, and each has a variable', () => {
  expect(readPorts({})).toEqual({
    ...{ core: 3000, metrics: 3001, agent: 3100, postgres: 5433, nats: 4223, hall: 8631, library: 8632 },
    ...{ intake: 2525, mailboxSmtp: 1025, mailbox: 1080, identity: 3200, dns: 5354, payments: 3300 },
    ...{ siteServer: 5173, panelServer: 5174 },
  });
  expect(readPorts({ PORT: '8080', NATS_PORT: '4300' })).toMatchObject({ core: 8080, nats: 4300 });
});

test('no two parts share a port or its variable', () => {
  const all = Object.values(ports);
  expect(new Set(all.map((port) => port.default)).size).toBe(all.length);
  expect(new Set(all.map((port) => port.variable)).size).toBe(all.length);
});

test.each(['0', '70000', 'web', '3.5'])('%s is refused as a port, with the name of its variable', (given) => {
  expect(() => readPorts({ AGENT_PORT: given })).toThrow('AGENT_PORT');
});

test('one port for two parts that start is reported with both variables', () => {
  const numbers = readPorts({ PORT: '3100', HALL_PRINTER_PORT: '4300', NATS_PORT: '4300' });
  expect(sharedPorts(['core', 'metrics', 'agent', 'hall', 'nats'], numbers)).toEqual([
    'PORT and AGENT_PORT are both 3100: give one of them another port.',
    'HALL_PRINTER_PORT and NATS_PORT are both 4300: give one of them another port.',
  ]);
  expect(sharedPorts(['core', 'nats'], numbers)).toEqual([]);
});

test('a tcp port and a udp port may have one number', () => {
  expect(sharedPorts(['core', 'dns'], readPorts({ DNS_PORT: '3000' }))).toEqual([]);
});
