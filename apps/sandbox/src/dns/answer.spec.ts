import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { expect, test } from '@jest/globals';
import { answerTo } from './answer.js';

const zone = {
  'example.com': ['v=spf1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
  'long.example.com': ['a'.repeat(600)],
};

test('the DNS stand-in answers records of its zone, and errors for unknown names', async () => {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const answer = answerTo(message, zone);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  try {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${socket.address().port}`]);
    expect(await resolver.resolveTxt('Example.com')).toEqual([['v=spf1 -all']]);
    expect((await resolver.resolveTxt('long.example.com'))[0]?.join('')).toBe('a'.repeat(600));
    await expect(resolver.resolveMx('example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolveTxt('example.org')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  } finally {
    socket.close();
  }
});

test.each([
  Buffer.alloc(0),
  Buffer.alloc(11),
  Buffer.from('000001000001000000000000ff', 'hex'),
  Buffer.alloc(12, 1),
])('the DNS stand-in ignores an invalid query', (message) => {
  expect(answerTo(message, zone)).toBeUndefined();
});
