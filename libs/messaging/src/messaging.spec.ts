import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { pino } from 'pino';
import { Messaging } from './messaging.js';

const started: { messagings: Messaging[]; servers: Nats[] } = { messagings: [], servers: [] };
afterEach(async () => {
  for (const messaging of started.messagings.splice(0)) await messaging.drain();
  for (const server of started.servers.splice(0)) await server.close();
});

/** A server that greets and answers pings as NATS does. It records the lines that it receives. */
class Nats {
  readonly lines: string[] = [];
  readonly sockets = new Set<Socket>();
  isSilent = false;
  private readonly server: Server;

  constructor() {
    this.server = createServer((socket) => {
      this.sockets.add(socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket)));
      const info = { server_id: 'test', version: '2.10.0', headers: true, max_payload: 1e6, proto: 1 };
      socket.write(`INFO ${JSON.stringify(info)}\r\n`);
      createInterface({ input: socket }).on('line', (line) => {
        this.lines.push(line);
        if (line.startsWith('PING') && !this.isSilent) socket.write('PONG\r\n');
      });
    });
    started.servers.push(this);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** @returns its port */
  async listen(port = 0): Promise<number> {
    await once(this.server.listen(port, '127.0.0.1'), 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  linesOf(verb: string): string[] {
    return this.lines.filter((line) => line.startsWith(`${verb} `));
  }
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function messagingAt(port: number): Messaging {
  const access = { servers: `127.0.0.1:${port}` };
  const messaging = new Messaging({ access, name: 'core', logger: pino({ level: 'silent' }) });
  started.messagings.push(messaging);
  return messaging;
}

test('ten thousand pieces of news wait for the first answer of the server, and each is sent one time', async () => {
  const port = await closedPort();
  const messaging = messagingAt(port);
  const ownerId = randomUUID();
  const ids = Array.from({ length: 10_001 }, () => randomUUID());
  for (const documentId of [ids[0]!, ...ids]) messaging.tellNews('person.document', { ownerId, documentId });
  const nats = new Nats();
  await nats.listen(port);
  await messaging.ready();
  await messaging.checkServer();
  expect(nats.linesOf('PUB')).toHaveLength(10_000);
  const bodies = nats.lines.filter((line) => line.startsWith('{'));
  expect([bodies.at(0), bodies.at(-1)]).toEqual(
    [ids.at(0), ids.at(-2)].map((documentId) => JSON.stringify({ ownerId, documentId })),
  );
});

test('a subscription begins at the first answer of the server, unless it was stopped before, and ignores unreadable news', async () => {
  const port = await closedPort();
  const messaging = messagingAt(port);
  const [mine, stopped] = [randomUUID(), randomUUID()];
  const received: unknown[] = [];
  const hearing = messaging.hearNews('person', mine, (news) => void received.push(news));
  const other = messaging.hearNews('person', stopped, (news) => void received.push(news));
  await Promise.all([hearing.ready, other.ready]);
  other.stop();
  const nats = new Nats();
  await nats.listen(port);
  await messaging.ready();
  await messaging.checkServer();
  const [subscribed] = nats.linesOf('SUB');
  expect(nats.linesOf('SUB')).toEqual([expect.stringContaining(`news.person.${mine}.* `)]);

  const body = { ownerId: mine, documentId: randomUUID() };
  const sid = subscribed!.split(' ').at(-1);
  for (const text of ['{', JSON.stringify({ ownerId: mine }), JSON.stringify(body)])
    for (const socket of nats.sockets)
      socket.write(`MSG news.person.${mine}.document ${sid} ${text.length}\r\n${text}\r\n`);
  await messaging.checkServer();
  expect(received).toEqual([{ kind: 'person.document', body }]);
  hearing.stop();
  await messaging.checkServer();
  expect(nats.linesOf('UNSUB')).toHaveLength(1);
});

test('a server that falls silent fails the check, and does not keep the process from ending', async () => {
  const nats = new Nats();
  const messaging = messagingAt(await nats.listen());
  await messaging.ready();
  await messaging.checkServer();
  nats.isSilent = true;
  await expect(messaging.checkServer()).rejects.toThrow('NATS does not answer');
  await messaging.drain();
  await until(() => nats.sockets.size === 0);
});

test('facts are refused before the first answer of the server', async () => {
  const port = await closedPort();
  const messaging = messagingAt(port);
  const publishing = messaging.publish('print.agent.revoked', { agentId: randomUUID() }, randomUUID());
  await expect(publishing).rejects.toThrow('NATS has not answered yet');
  await new Nats().listen(port);
  await messaging.ready();
});

test('a second handler for a durable consumer is refused in the same process', async () => {
  const port = await closedPort();
  const messaging = messagingAt(port);
  const consumer = {
    durable: 'converter-convert-revision',
    subject: 'print.conversion.due',
    handle: () => Promise.resolve(),
    giveUp: () => Promise.resolve(),
  } as const;
  messaging.consume(consumer);
  expect(() => {
    messaging.consume(consumer);
  }).toThrow('Two handlers for consumer converter-convert-revision');
  // Ends the consumer, which still waits for the server. Then the server lets the connection end.
  await messaging.drain();
  await new Nats().listen(port);
  await messaging.ready();
});

test('onReturn is called at every return of the server, and not at its first answer', async () => {
  const nats = new Nats();
  const messaging = messagingAt(await nats.listen());
  let returns = 0;
  messaging.onReturn(() => (returns += 1));
  await messaging.ready();
  await messaging.checkServer();
  expect(returns).toBe(0);
  for (const expected of [1, 2]) {
    for (const socket of nats.sockets) socket.destroy();
    await until(() => returns >= expected);
  }
  await messaging.checkServer();
  expect(returns).toBe(2);
});
