import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { authenticate, type AuthenticateResult } from 'mailauth';
import { z } from 'zod';
import { isAutomatic } from '../automatic.js';
import { plainSender } from '../plain-sender.js';
import { headOf, type Head } from './head.js';

/** What a server writes of a mail that DMARC proved to it: `dmarc=pass header.from=example.com`. */
const foundProven = z.object({ result: z.literal('pass'), header: z.object({ from: z.string() }) });

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

/** By what it is found out who sent a mail. */
export interface Means {
  resolver: Resolver;
  /** Domains of mail servers that change what they forward, and whose word on how it came to them is believed. */
  sealers: readonly string[];
}

/** Undefined when it is not a mail that could be read. */
export async function look(
  mail: Buffer,
  envelope: Envelope,
  { resolver, sealers }: Means,
): Promise<Seen | undefined> {
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
    disableArc: sealers.length === 0,
    disableBimi: true,
    resolver: (name, type) => resolver.resolve(name, type) as Promise<string[][]>,
  });
  const proof = isSealed(sender, found, sealers) ? 'proven' : proofOf(sender, found);
  return { isAutomatic: false, sender, proof, digest };
}

/**
 * A believed server found the mail proven, sealed that (RFC 8617), and may have changed the mail before. There is one seal
 * only: whatever other hands say of earlier ones is nobody's word that is believed.
 */
function isSealed(sender: string, { arc, dkim }: AuthenticateResult, sealers: readonly string[]): boolean {
  if (!arc || arc.status.result !== 'pass' || arc.i !== 1 || !arc.signature) return false;
  const { signature, authenticationResults, chain } = arc;
  const sealedBy = chain?.[0]?.['arc-seal']?.parsed?.['d']?.value;
  const isBelieved = [sealedBy, signature.signingDomain].every(
    (domain) => typeof domain === 'string' && sealers.includes(domain.toLowerCase()),
  );
  const covers = signature.signingHeaders?.keys.toLowerCase().split(/[\s:]+/) ?? [];
  const [seen, ...others] = dkim.headerFrom;
  const found: unknown = authenticationResults?.['dmarc'];
  return (
    isBelieved &&
    covers.includes('from') &&
    !signature.status.underSized &&
    others.length === 0 &&
    seen?.toLowerCase() === sender &&
    foundProven.safeParse(found).data?.header.from.toLowerCase() === domainOf(sender)
  );
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
  const domain = domainOf(sender);
  if (result === 'none') {
    if (isSigned || (spf && spfResult === 'pass' && spf.domain.toLowerCase() === domain)) return 'proven';
  }
  const results: readonly string[] = [result, spfResult, ...signatures.map((status) => status.result)];
  return results.includes('temperror') ? 'doubtful' : 'unproven';
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
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
