import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { FairQueue } from './fair-queue.js';

/** A queue with these bounds, and the names of the pieces of work in the order in which they began. */
function queueWith(bounds: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(bounds, () => new Refusal('service.unavailable'));
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (network: string, name: string) =>
    queue.runInTurn(network, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error);
    await turn();
  };
  return { begun, work, end };
}

const refused = { code: 'service.unavailable' };

test('customers alternate, and each one keeps the order of its own work', async () => {
  const { begun, work, end } = queueWith({ atOnce: 1, mostOfCustomer: 9, most: 99 });
  const all = [
    work('2001:db8:7:1::/64', 'a1'),
    work('2001:db8:7:2::/64', 'a2'),
    work('2001:db8:7:3::/64', 'a3'),
    work('2001:db8:7:1::/64', 'a4'),
    work('192.0.2.1', 'b1'),
    work('192.0.2.1', 'b2'),
    work('192.0.2.2', 'c1'),
  ];
  await turn();
  expect(begun).toEqual(['a1']);
  for (let at = 0; at < all.length; at += 1) await end(begun[at]!);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
});

test('work runs concurrently up to the bound, also after idle times and failures', async () => {
  const { begun, work, end } = queueWith({ atOnce: 2, mostOfCustomer: 9, most: 99 });
  const fails = work('192.0.2.1', 'failing');
  await turn();
  await Promise.all([expect(fails).rejects.toThrow('failed'), end('failing', new Error('failed'))]);
  const all = ['a', 'b', 'c', 'd'].map((name) => work('192.0.2.1', name));
  await turn();
  expect(begun).toEqual(['failing', 'a', 'b']);
  await end('b');
  expect(begun).toEqual(['failing', 'a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  await Promise.all(all);
});

test('work of a customer beyond its bound is refused; all of its networks are counted together', async () => {
  const { work, end } = queueWith({ atOnce: 1, mostOfCustomer: 2, most: 99 });
  const [first, second] = [work('2001:db8:7:1::/64', 'a1'), work('2001:db8:7:2::/64', 'a2')];
  await turn();
  await expect(work('2001:db8:7:3::/64', 'a3')).rejects.toMatchObject(refused);
  const other = work('2001:db8:8:1::/64', 'b1');
  await end('a1');
  await first;
  const later = work('2001:db8:7:3::/64', 'a4');
  await expect(work('2001:db8:7:3::/64', 'a5')).rejects.toMatchObject(refused);
  for (const name of ['a2', 'b1', 'a4']) await end(name);
  expect(await Promise.all([second, other, later])).toEqual(['a2', 'b1', 'a4']);
});

test('work beyond the bound of all customers together is refused', async () => {
  const { work, end } = queueWith({ atOnce: 1, mostOfCustomer: 9, most: 2 });
  const [first, second] = [work('192.0.2.1', 'a'), work('192.0.2.2', 'b')];
  await turn();
  await expect(work('192.0.2.3', 'c')).rejects.toMatchObject(refused);
  await end('a');
  const third = work('192.0.2.3', 'd');
  await expect(work('192.0.2.3', 'e')).rejects.toMatchObject(refused);
  for (const name of ['b', 'd']) await end(name);
  expect(await Promise.all([first, second, third])).toEqual(['a', 'b', 'd']);
});
