import { expect, test } from '@jest/globals';
import { allCalls } from '@sixpence/contracts/http/calls';
import { fastify, type FastifyInstance } from 'fastify';
import type { BudgetsService } from './budgets.service.js';
import { checkBudgetsBeforeBody } from './early-budgets.js';
import type { NetworksService } from './networks.service.js';

test('a call that needs no session takes from its network’s budget before its body is read; no other call does', async () => {
  const taken: string[] = [];
  const budgets = {
    takeFromNetwork: ({ method, path }: { method: string; path: string }, network: string) => {
      taken.push(`${method} ${path} ${network}`);
      return Promise.resolve();
    },
  } as unknown as BudgetsService;
  const networks = { networkOf: ({ url }: { url: string }) => `from ${url}` } as unknown as NetworksService;
  const server = fastify() as unknown as FastifyInstance;
  checkBudgetsBeforeBody(server, { budgets, networks });
  const own = allCalls.filter(({ path }) => !path.includes(':'));
  for (const { method, path } of own) server.route({ method, url: path, handler: () => ({}) });
  server.get('/elsewhere', () => ({}));
  for (const { method, path } of own)
    await server.inject({ method, url: path, payload: method === 'GET' ? undefined : '{' });
  await server.inject('/elsewhere');
  const open = own.filter(({ proof }) => proof !== 'session');
  expect(taken).toEqual(open.map(({ method, path }) => `${method} ${path} from ${path}`));
  await server.close();
});
