import { expect, test } from '@jest/globals';
import { subjects, type EventOf, type Subject } from '@sixpence/contracts/events/events';
import { newsOfFact } from './news-of-facts.js';

const [ownerId, agentId] = ['owner', 'agent'];

test.each<[Subject, object, object | undefined]>([
  [
    'print.document.uploaded',
    { documentId: 'd', ownerId },
    { kind: 'person.document', body: { ownerId, documentId: 'd' } },
  ],
  [
    'print.document.deleted',
    { documentId: 'd', ownerId },
    { kind: 'person.document', body: { ownerId, documentId: 'd' } },
  ],
  [
    'print.code.redeemed',
    { ownerId, codeId: 'c', printerId: 'p' },
    { kind: 'person.code-used', body: { ownerId, printerId: 'p' } },
  ],
  [
    'print.release.held',
    { releaseId: 'r', ownerId, printerId: 'p' },
    { kind: 'person.release', body: { ownerId, releaseId: 'r' } },
  ],
  [
    'print.job.settled',
    { jobId: 'j', ownerId, printerId: 'p' },
    { kind: 'person.job-settled', body: { ownerId, jobId: 'j' } },
  ],
  [
    'print.balance.changed',
    { ownerId, currency: 'EUR' },
    { kind: 'person.balance', body: { ownerId, currency: 'EUR' } },
  ],
  ['print.printer.changed', { printerId: 'p', agentId }, { kind: 'box.printers', body: { agentId } }],
  ['print.printer.changed', { printerId: 'p', agentId: null }, undefined],
  ['print.agent.revoked', { agentId }, { kind: 'box.revoked', body: { agentId } }],
])('%s with %j causes the news %j', (subject, fact, told) => {
  expect(newsOfFact(subject, fact as EventOf<Subject>)).toEqual(told);
});

test('new codes and conversions cause no news', () => {
  const fact = { ownerId, documentId: 'd', agentId } as unknown as EventOf<Subject>;
  expect(subjects.filter((subject) => newsOfFact(subject, fact) === undefined)).toEqual([
    'print.conversion.due',
    'print.document.converted',
    'print.document.conversion-failed',
    'print.code.created',
  ]);
});
