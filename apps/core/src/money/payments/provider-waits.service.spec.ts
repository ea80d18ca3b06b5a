import { expect, test } from '@jest/globals';
import { ProviderWaits } from './provider-waits.service.js';

test('two calls of one person may wait for the provider; a third is refused, to be tried again after two seconds', async () => {
  const waits = new ProviderWaits();
  const ends: (() => void)[] = [];
  const call = (owner: string) => waits.runLimited(owner, () => new Promise<void>((end) => ends.push(end)));
  const calls = [call('anna'), call('anna'), call('ben')];
  expect(ends).toHaveLength(3);
  const third = waits.runLimited('anna', () => Promise.resolve());
  await expect(third).rejects.toMatchObject({ code: 'request.too-many', retryAfterSeconds: 2 });
  ends[0]!();
  await calls[0];
  calls.push(call('anna'));
  expect(ends).toHaveLength(4);
  for (const end of ends) end();
  await Promise.all(calls);
});
