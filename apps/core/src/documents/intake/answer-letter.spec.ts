import { expect, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { money } from '@sixpence/money/money';
import { answerLetter, type MailAnswer } from './answer-letter.js';

const row: DocumentRow = {
  orderId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70',
  fileName: 'essay.pdf',
  totalPages: 3,
  pagePreviews: [],
  side: '2-Sided',
  isColor: false,
  status: 'ready',
  revision: 1,
  expiresAt: '2026-11-25T12:00:00Z',
};
const answer: MailAnswer = {
  to: 'anna@example.com',
  messageId: '<1@example.com>',
  documents: [{ row, price: { least: money(12, 'GBP'), varies: false } }],
  notTaken: [],
  balance: money(1_000, 'GBP'),
  site: 'https://print.example.com',
};

test('an answer has pages, options, price, balance, and link', () => {
  expect(answerLetter(answer)).toEqual({
    to: 'anna@example.com',
    subject: 'Your document is ready to print',
    text: [
      '- essay.pdf: 3 pages, 2-Sided, Black-White, £0.12',
      '',
      'Your balance is £10.00.',
      '',
      'Get a code, and choose sides and colour: https://print.example.com/dashboard',
      'Documents are kept for 72 hours.',
      '',
    ].join('\n'),
    answers: { messageId: '<1@example.com>' },
  });
});

test('an answer has the missing amount, failed documents, and refused attachments', () => {
  const failed = {
    ...row,
    fileName: 'a\nb.pdf',
    status: 'failed' as const,
    reason: 'password-protected' as const,
  };
  const { subject, text } = answerLetter({
    ...answer,
    documents: [{ row, price: { least: money(30, 'GBP'), varies: true } }, { row: failed }],
    notTaken: [{ name: 'holiday.zip', why: 'archive' }],
    balance: money(10, 'GBP'),
  });
  expect(subject).toBe('1 of your 2 documents is ready to print');
  expect(text).toContain('- essay.pdf: 3 pages, 2-Sided, Black-White, from £0.30\n');
  expect(text).toContain('- a b.pdf cannot be printed: The file needs a password.');
  expect(text).toContain(
    '- holiday.zip was not taken. Archives are not opened: unpack it, and attach the files.',
  );
  expect(text).toContain('£0.20 are missing: top up at https://print.example.com/credits');
});

test.each([
  [1, 'Your document is not ready'],
  [2, 'None of your 2 documents is ready'],
])('the subject says that all of %i documents failed', (count, subject) => {
  const failed = { row: { ...row, status: 'failed' as const, reason: 'damaged' as const } };
  expect(answerLetter({ ...answer, documents: Array.from({ length: count }, () => failed) }).subject).toBe(
    subject,
  );
});
