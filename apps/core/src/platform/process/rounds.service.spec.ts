import type { DiscoveryService } from '@nestjs/core';
import { expect, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { createLogger } from './logger.js';
import { Every } from './rounds.js';
import { RoundsService } from './rounds.service.js';

const events: string[] = [];
let end: () => void = () => undefined;

class Worker {
  @Every(1, 'warn', 'the work failed, the next round retries')
  async work(stopping: AbortSignal): Promise<void> {
    events.push('begun');
    if (events.length === 1) throw new Error('it failed');
    await new Promise<void>((resolve) => (end = resolve));
    events.push(stopping.aborted ? 'ended while core stops' : 'ended');
  }
}

test('rounds of a method do not overlap, a failed round is logged and the next one runs, and a stop waits for the running round', async () => {
  const providers = [new Worker(), 'a text', undefined, null, Object.create(null)];
  const log = {
    write(line: string) {
      const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err: Error };
      events.push(`${level}: ${msg}: ${err.message}`);
    },
  };
  const rounds = new RoundsService(
    { getProviders: () => providers.map((instance: unknown) => ({ instance })) } as DiscoveryService,
    createLogger('warn', log),
  );
  rounds.onApplicationBootstrap();
  // The rounds’ timer is unreferenced and does not keep a process alive: this test has its own timer.
  await until(() => events.length >= 3);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events).toEqual(['begun', '40: the work failed, the next round retries: it failed', 'begun']);
  const stopped = rounds.onModuleDestroy();
  end();
  await stopped;
  expect(events.at(-1)).toBe('ended while core stops');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events).toHaveLength(4);
});
