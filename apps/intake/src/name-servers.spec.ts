import { expect, test } from '@jest/globals';
import { limits } from './limits.js';
import { keyOf, QueriesOfMail } from './name-servers.js';

const txt = (name: string) => ({ name, type: 'TXT' });

test('the answers and errors of name servers are stored', async () => {
  const names = new QueriesOfMail((name) => {
    if (name === 'example.com') return Promise.resolve([['v=spf1 -all']]);
    if (name === 'example.net') return Promise.reject(new Error('without a code'));
    return Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
  }, new AbortController().signal);
  await names.lookUp([txt('example.com'), txt('example.org'), txt('example.net')]);
  expect(names.known).toEqual(
    new Map<string, unknown>([
      [keyOf(txt('example.com')), { records: [['v=spf1 -all']] }],
      [keyOf(txt('example.org')), { code: 'ENOTFOUND' }],
      [keyOf(txt('example.net')), { code: 'ESERVFAIL' }],
    ]),
  );
});

test('two queries for one name have separate answers', async () => {
  const names = new QueriesOfMail((_, type) => Promise.resolve([type]), new AbortController().signal);
  await names.lookUp([txt('example.com'), { name: 'example.com', type: 'MX' }]);
  expect([...names.known]).toEqual([
    ['TXT example.com', { records: ['TXT'] }],
    ['MX example.com', { records: ['MX'] }],
  ]);
});

test('name servers that never answer delay a mail only until its DNS deadline', async () => {
  let queryCount = 0;
  const deadline = new AbortController();
  const never = () => {
    queryCount += 1;
    return new Promise<never>(() => undefined);
  };
  const names = new QueriesOfMail(never, deadline.signal);
  const lookUp = names.lookUp([txt('a.example'), txt('b.example')]);
  deadline.abort();
  await lookUp;
  await names.lookUp([txt('c.example')]);
  expect(queryCount).toBe(2);
  expect([...names.known.values()]).toEqual(Array(3).fill({ code: 'ETIMEOUT' }));
});

test('the number of DNS queries for a mail is limited', async () => {
  let queryCount = 0;
  const count = () => {
    queryCount += 1;
    return Promise.resolve([]);
  };
  const names = new QueriesOfMail(count, new AbortController().signal);
  for (let round = 0; round < 3; round += 1)
    await names.lookUp(
      Array.from({ length: limits.dnsQueries - 10 }, (_, number) => txt(`${round}-${number}.example`)),
    );
  expect(queryCount).toBe(limits.dnsQueries);
});
