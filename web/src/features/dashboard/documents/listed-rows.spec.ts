import { expect, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import type { Upload } from '../upload/upload-steps.js';
import { listedRows } from './listed-rows.js';

const document = (orderId: string) => ({ orderId }) as DocumentRow;
const upload = (id: string, orderId?: string, step: Upload['step'] = 'sent') =>
  ({ id, fileName: 'a.pdf', step, share: 1, ...(orderId ? { orderId } : {}) }) satisfies Upload;

test('an upload is replaced by its document [row 227]', () => {
  const rows = listedRows(
    [document('d1')],
    [upload('u1', 'd1'), upload('u2', undefined, 'waiting')],
    new Set(),
  );
  expect(rows.map(({ id }) => id)).toEqual(['u2', 'd1']);
});

test('a deleted document stays hidden, even if a late answer still lists it', () => {
  expect(listedRows([document('d1'), document('d2')], [], new Set(['d1'])).map(({ id }) => id)).toEqual([
    'd2',
  ]);
});
