import { randomUUID } from 'node:crypto';
import type { AgentJob, AgentPrinter, AgentRequest, PanelListing } from '@sixpence/contracts/agent/gateway';

/** Builders for specs: valid objects, of which a test names only the properties that it is about. */

export function aPrinter(changes: Partial<AgentPrinter> = {}): AgentPrinter {
  return {
    id: randomUUID(),
    slug: 'hall',
    name: 'Hall printer',
    uri: 'ipp://127.0.0.1:9/ipp/print',
    counting: 'impressions',
    ...changes,
  };
}

export function aListing(changes: Partial<PanelListing> = {}): PanelListing {
  return {
    panelSessionId: randomUUID(),
    documents: [
      {
        documentId: randomUUID(),
        revision: 1,
        fileName: 'thesis.pdf',
        pages: 3,
        side: '1-Sided',
        isColor: false,
        price: { minor: 15, currency: 'GBP' },
      },
    ],
    processing: 0,
    available: { minor: 1000, currency: 'GBP' },
    otherWallets: [],
    topUpUrl: 'http://localhost:3000/credits',
    mostCopies: 99,
    ...changes,
  };
}

/** A release in the form that the journal stores. */
export interface AskedRelease {
  printerId: string;
  requestId: string;
  askedAt: number;
  question: AgentRequest<'release'>;
}

export function aRelease(changes: Partial<Omit<AskedRelease, 'question'>> = {}): AskedRelease {
  return {
    printerId: randomUUID(),
    requestId: randomUUID(),
    askedAt: 0,
    question: {
      releaseId: randomUUID(),
      panelSessionId: randomUUID(),
      documents: [
        { documentId: randomUUID(), revision: 1, side: '1-Sided', isColor: false, quotedMinor: 15 },
      ],
    },
    ...changes,
  };
}

export function aJob(
  release: { printerId: string; question: { releaseId: string } },
  changes: Partial<AgentJob> = {},
): AgentJob {
  const jobId = randomUUID();
  return {
    jobId,
    releaseId: release.question.releaseId,
    printerId: release.printerId,
    fileName: 'thesis.pdf',
    pages: 3,
    side: '1-Sided',
    isColor: false,
    held: { minor: 15, currency: 'GBP' },
    documentPath: `/agent/jobs/${jobId}/document?token=t`,
    state: 'held',
    impressions: 0,
    ...changes,
  };
}
