import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { OutboxService } from '../../platform/outbox/outbox.service.js';
import type { CoreConfig } from '../../platform/process/config.js';
import { MetricsService } from './metrics.service.js';

const started: MetricsService[] = [];
afterEach(() => {
  for (const metrics of started.splice(0)) metrics.onModuleDestroy();
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The metrics of a core with this outbox. */
async function metricsOf(waiting: () => Promise<number>) {
  const registry = new Registry();
  const config = { METRICS_PORT: await closedPort() } as CoreConfig;
  const metrics = new MetricsService(
    {} as DataSource,
    { countWaiting: waiting } as unknown as OutboxService,
    config,
    registry,
  );
  started.push(metrics);
  await metrics.onApplicationBootstrap();
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${config.METRICS_PORT}${path}`);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  return { ask, config, metrics };
}

test('each request to /metrics shows the process metrics and the current number of waiting facts', async () => {
  let waiting = 3;
  const { ask } = await metricsOf(() => Promise.resolve(waiting));
  const first = await ask('/metrics');
  expect([first.status, first.type]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/)]);
  expect(first.text).toMatch(/^sixpence_outbox_waiting 3$/m);
  expect(first.text).toMatch(/^process_cpu_seconds_total /m);
  waiting = 0;
  expect((await ask('/metrics')).text).toMatch(/^sixpence_outbox_waiting 0$/m);
});

test('any other path answers 404, and /metrics answers 503 when the outbox cannot be counted', async () => {
  const { ask } = await metricsOf(() => Promise.reject(new Error('the database is down')));
  expect([(await ask('/')).status, (await ask('/metrics?')).status, (await ask('/metrics')).status]).toEqual([
    404, 404, 503,
  ]);
});

test('core does not start when the metrics port is in use, and frees the port when it stops', async () => {
  const { config, metrics, ask } = await metricsOf(() => Promise.resolve(0));
  const second = new MetricsService({} as DataSource, {} as OutboxService, config, new Registry());
  await expect(second.onApplicationBootstrap()).rejects.toThrow('EADDRINUSE');
  metrics.onModuleDestroy();
  await expect(ask('/metrics')).rejects.toThrow('fetch failed');
});

test('a request with a foreign Host header is refused, so that DNS rebinding cannot read metrics', async () => {
  const { config } = await metricsOf(() => Promise.resolve(0));
  const statusFor = async (host: string) => {
    const asked = get({ port: config.METRICS_PORT, host: '127.0.0.1', path: '/metrics', headers: { host } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect(await statusFor('rebound.example.com')).toBe(403);
  expect(await statusFor('localhost')).toBe(200);
});

test('metrics are served at the loopback address only', async () => {
  const { config } = await metricsOf(() => Promise.resolve(0));
  await expect(fetch(`http://127.0.0.2:${config.METRICS_PORT}/metrics`)).rejects.toThrow('fetch failed');
});

test('when core stops, a request that is being answered ends', async () => {
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const { metrics, ask } = await metricsOf(() => {
    asked();
    return new Promise(() => undefined);
  });
  const answer = ask('/metrics');
  answer.catch(() => undefined);
  await isAsked;
  metrics.onModuleDestroy();
  await expect(answer).rejects.toThrow('fetch failed');
});
