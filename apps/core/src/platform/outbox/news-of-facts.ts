import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import type { News } from '@sixpence/contracts/events/news';

/** The news that a fact causes, for facts that change a screen or concern a box. */
const newsOf: { readonly [S in Subject]?: (fact: EventOf<S>) => News | undefined } = {
  'print.document.uploaded': ({ ownerId, documentId }) => ({
    kind: 'person.document',
    body: { ownerId, documentId },
  }),
  'print.document.deleted': ({ ownerId, documentId }) => ({
    kind: 'person.document',
    body: { ownerId, documentId },
  }),
  'print.code.redeemed': ({ ownerId, printerId }) => ({
    kind: 'person.code-used',
    body: { ownerId, printerId },
  }),
  'print.release.held': ({ ownerId, releaseId }) => ({
    kind: 'person.release',
    body: { ownerId, releaseId },
  }),
  'print.job.settled': ({ ownerId, jobId }) => ({ kind: 'person.job-settled', body: { ownerId, jobId } }),
  'print.balance.changed': ({ ownerId, currency }) => ({
    kind: 'person.balance',
    body: { ownerId, currency },
  }),
  'print.printer.changed': ({ agentId }) =>
    agentId === null ? undefined : { kind: 'box.printers', body: { agentId } },
  'print.agent.revoked': ({ agentId }) => ({ kind: 'box.revoked', body: { agentId } }),
};

/** The news for a person's screens or a box; undefined when the fact causes none. */
export function newsOfFact<S extends Subject>(subject: S, fact: EventOf<S>): News | undefined {
  return newsOf[subject]?.(fact);
}
