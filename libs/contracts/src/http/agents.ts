import { z } from 'zod';
import { ordinalInAddress, plainText } from '../values.js';
import type { Call } from './call.js';

/** The HTTP calls of agents, beside their socket. */

/**
 * `POST /agent/enrol`: the one-time code of `operator agent invite`, and the public key (SPKI DER, base64).
 */
const enrolRequest = z.object({
  inviteCode: plainText(100).min(1),
  publicKey: plainText(200),
  name: plainText(100).optional(),
});
export const enrolAnswer = z.object({ agentId: z.uuid(), site: z.string() });
export type EnrolAnswer = z.infer<typeof enrolAnswer>;

/** `GET /agent/jobs/<id>/document?token=`: core puts this address into the job, for its agent only. */
const jobDocumentRequest = z.object({ id: z.uuid(), token: z.string().max(100) });

/**
 * `GET /agent/pictures/<panel session>/<document>/<revision>?token=`: core puts this address into the
 * session's listing.
 */
const documentPictureRequest = z.object({
  panelSessionId: z.uuid(),
  documentId: z.uuid(),
  revision: ordinalInAddress,
  token: z.string().max(100),
});

export const agentCalls = {
  enrolAgent: {
    method: 'POST',
    path: '/agent/enrol',
    summary: 'A box at a site enrols with its invite; from then on its key identifies it',
    // An invite is too long to be guessed, so the cores do not share its count.
    proof: 'invite',
    budget: { network: { points: 600, seconds: 60 } },
    request: enrolRequest,
    example: {
      inviteCode: '01234567-89abcdef-01234567-89abcdef-01234567',
      publicKey: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
      name: 'Library',
    },
    answer: enrolAnswer,
    refusals: ['agent.invite'],
  },
  jobDocument: {
    method: 'GET',
    path: '/agent/jobs/:id/document',
    summary: "The bytes of an open job's document",
    proof: 'signed address',
    request: jobDocumentRequest,
    example: { id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70', token: 'signature' },
    answer: 'application/pdf',
    refusals: ['storage.signature', 'storage.unknown', 'job.unknown', 'agent.unknown'],
  },
  documentPicture: {
    method: 'GET',
    path: '/agent/pictures/:panelSessionId/:documentId/:revision',
    summary: "A small picture of a document's first page, for the panel whose person's session is open",
    proof: 'signed address',
    request: documentPictureRequest,
    example: {
      panelSessionId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c71',
      documentId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70',
      revision: '1',
      token: 'signature',
    },
    answer: 'image/jpeg',
    refusals: [
      'storage.signature',
      'panel-session.ended',
      'agent.unknown',
      'document.unknown',
      'storage.unknown',
    ],
  },
} as const satisfies Record<string, Call>;
