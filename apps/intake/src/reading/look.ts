import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { authenticate, type AuthenticateResult } from 'mailauth';
import { isAutomatic } from '../automatic.js';
import { plainSender } from '../plain-sender.js';
import { headOf, type Head } from './head.js';

/** What the conversation said around a mail. */
export interface Envelope {
  ip: string;
  helo: string;
  /** MAIL FROM; empty for bounces. */
  sender: string;
  /** RCPT TO. */
  recipient: string;
}

export type Proof =
  | 'proven'
  | 'unproven'
  /** The domain name system did not answer: nobody can tell yet. */
  | 'doubtful';

/** What is known of a mail before it is taken apart. */
export interface Seen {
  isAutomatic: boolean;
  /** The one plain address in From; absent when there is none. */
  sender?: string;
  proof: Proof;
  /** The same whenever this mail is delivered again: of its id and its body, which no hand on its way changes. */
  digest: string;
}

/** Undefined when it is not a mail that could be read. */
export async function look(mail: Buffer, envelope: Envelope, resolver: Resolver): Promise<Seen | undefined> {
  const head = headOf(mail);
  if (!head) return undefined;
  const digest = digestOf(mail, head);
  if (isAutomatic(envelope.sender, head.fields)) return { isAutomatic: true, proof: 'unproven', digest };
  const sender = plainSender(head.fields.filter(({ key }) => key === 'from').map(({ line }) => line));
  if (sender === undefined) return { isAutomatic: false, proof: 'unproven', digest };
  const found = await authenticate(mail, {
    ip: envelope.ip,
    helo: envelope.helo,
    sender: envelope.sender,
    mta: 'intake',
    rejectRsaSha1: true,
    // No sealer is believed, so whatever a chain of them says is not looked at.
    disableArc: true,
    disableBimi: true,
    resolver: (name, type) => resolver.resolve(name, type) as Promise<string[][]>,
  });
  return { isAutomatic: false, sender, proof: proofOf(sender, found), digest };
}

/**
 * Proven by DMARC, or, where the domain has no record of it, by SPF of just this domain or an aligned DKIM signature. A
 * signature over the beginning of a body proves nothing of its end.
 */
function proofOf(sender: string, { dkim, spf, dmarc }: AuthenticateResult): Proof {
  // Two readers have to see the same address.
  const [seen, ...others] = dkim.headerFrom;
  if (others.length > 0 || seen?.toLowerCase() !== sender) return 'unproven';
  const signatures = dkim.results.map(({ status }) => status);
  const isSigned = signatures.some(
    ({ result, aligned, underSized }) => result === 'pass' && Boolean(aligned) && !underSized,
  );
  const spfResult = spf ? spf.status.result : 'none';
  const result = dmarc ? dmarc.status.result : 'none';
  if (dmarc && result === 'pass') return isSigned || dmarc.alignment.spf.result ? 'proven' : 'unproven';
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  if (result === 'none') {
    if (isSigned || (spf && spfResult === 'pass' && spf.domain.toLowerCase() === domain)) return 'proven';
  }
  const results: readonly string[] = [result, spfResult, ...signatures.map((status) => status.result)];
  return results.includes('temperror') ? 'doubtful' : 'unproven';
}

function digestOf(mail: Buffer, { fields, bodyAt }: Head): string {
  const id =
    fields
      .find(({ key }) => key === 'message-id')
      ?.line.slice('message-id:'.length)
      .trim() ?? '';
  const hash = createHash('sha256');
  // Without an id only the whole mail tells it from another one with the same body.
  return (id === '' ? hash.update(mail) : hash.update(`${id}\0`).update(mail.subarray(bodyAt))).digest('hex');
}
