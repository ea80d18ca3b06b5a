import { expect, test } from '@jest/globals';
import { MailStore, type StoredMail } from './mail-store.js';

function mail(id: string, size = 10): StoredMail {
  const nobody = { address: '', name: '' };
  const shown = { id, size, time: '', from: [], to: [], subject: id, text: '', html: '', messageId: '' };
  return {
    mail: { ...shown, headers: {}, envelope: { from: nobody, to: [] }, attachments: [] },
    source: Buffer.alloc(0),
    files: [],
  };
}
const ids = (kept: MailStore) => kept.all().map(({ id }) => id);

test('only the newest mails are kept', () => {
  const kept = new MailStore({ mails: 2, bytes: 1_000 });
  for (const id of ['a', 'b', 'c']) kept.add(mail(id));
  expect(ids(kept)).toEqual(['b', 'c']);
});

test('large mails displace older ones, and the newest one is kept at any size', () => {
  const kept = new MailStore({ mails: 10, bytes: 100 });
  for (const id of ['a', 'b', 'c']) kept.add(mail(id, 40));
  expect(ids(kept)).toEqual(['b', 'c']);
  kept.add(mail('d', 5_000));
  expect(ids(kept)).toEqual(['d']);
});
