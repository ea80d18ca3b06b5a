import { expect, test } from '@jest/globals';
import { readPorts } from './ports.js';

test('ports are the documented ones, and each has a variable', () => {
  expect(readPorts({})).toEqual({
    ...{ core: 3000, metrics: 3001, agent: 3100, postgres: 5433, nats: 4223, hall: 8631, library: 8632 },
  });
  expect(readPorts({ PORT: '8080', NATS_PORT: '4300' })).toMatchObject({ core: 8080, nats: 4300 });
});

test.each(['0', '70000', 'web', '3.5'])('%s is not a port, and the sentence names its variable', (given) => {
  expect(() => readPorts({ AGENT_PORT: given })).toThrow('AGENT_PORT');
});
