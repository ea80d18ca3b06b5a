import { expect, test } from '@jest/globals';
import { failureReasons } from '@sixpence/contracts/printing/failure-reasons';
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

test('an answer lists failed documents and refused attachments, and names the missing amount', () => {
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

test.each<[ready: number, failed: number, subject: string]>([
  [1, 0, 'Your document is ready to print'],
  [2, 0, 'Your 2 documents are ready to print'],
  [0, 1, 'Your document is not ready'],
  [0, 2, 'None of your 2 documents is ready'],
  [1, 2, '1 of your 3 documents is ready to print'],
  [2, 1, '2 of your 3 documents are ready to print'],
])('the subject of an answer counts %i ready and %i failed documents', (ready, failed, subject) => {
  const failure = { row: { ...row, status: 'failed' as const, reason: 'damaged' as const } };
  const documents = [
    ...Array<{ row: DocumentRow }>(ready).fill({ row }),
    ...Array<{ row: DocumentRow }>(failed).fill(failure),
  ];
  expect(answerLetter({ ...answer, documents }).subject).toBe(subject);
});

test.each<[string, Partial<DocumentRow>, string]>([
  ['a document of one page in colour', { totalPages: 1, isColor: true }, 'essay.pdf: 1 page, 2-Sided, Color'],
  [
    'a document in preparation',
    { status: 'processing' },
    'essay.pdf is still being prepared: see the dashboard.',
  ],
  [
    'a name with invisible characters',
    { fileName: 'a\u202eb\u0007.pdf' },
    'a b .pdf: 3 pages, 2-Sided, Black-White',
  ],
])('the line of a document without a price: %s', (_what, more, line) => {
  const { text } = answerLetter({ ...answer, documents: [{ row: { ...row, ...more } }] });
  expect(text.split('\n')[0]).toBe(`- ${line}`);
});

test('an answer about a failed document without a reason calls it damaged', () => {
  const failed = { row: { ...row, status: 'failed' as const } };
  const { text } = answerLetter({ ...answer, documents: [failed] });
  expect(text).toContain(
    `cannot be printed: ${failureReasons.damaged.why} ${failureReasons.damaged.remedy}\n`,
  );
});

test.each([
  [24, 'Your balance is £0.24.\n'],
  [23, 'Your balance is £0.23. £0.01 are missing: top up at https://print.example.com/credits\n'],
])(
  'with a balance of %i pence for documents of 24 pence the answer names the correct missing amount',
  (pence, line) => {
    const documents = [...answer.documents, ...answer.documents];
    expect(answerLetter({ ...answer, documents, balance: money(pence, 'GBP') }).text).toContain(line);
  },
);
