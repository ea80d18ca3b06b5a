import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { authenticate, type AuthenticateResult } from 'mailauth';
import { z } from 'zod';
import { isAutomatic } from '../automatic.js';
import { keyOf, type Known, type Name } from '../names.js';
import { plainSender } from '../plain-sender.js';
import { headIn, type Head } from './head.js';

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

/** What is known of a mail before it is taken apart. */
export type Seen =
  | { is: 'automatic' }
  | {
      is: 'proven';
      /** The one plain address in From. */
      sender: string;
      /** The same whenever this mail is delivered again: of its id and its body, which no hand on its way changes. */
      digest: string;
    }
  | { is: 'unproven' }
  /** The domain name system did not answer: the sender may be proven later. */
  | { is: 'doubtful' };

/** By what it is found out who sent a mail. */
export interface Means {
  known: Known;
  /** Domains of mail servers that change what they forward, and whose word on how it came to them is believed. */
  sealers: readonly string[];
}

/**
 * Looks into the mail in a file, and asks no name server itself: `asks` are names to look up before it is asked again.
 * Undefined when it is not a mail that could be read.
 */
export async function look(
  mail: string,
  envelope: Envelope,
  { known, sealers }: Means,
): Promise<Seen | { asks: Name[] } | undefined> {
  const head = await headIn(mail);
  if (!head) return undefined;
  if (isAutomatic(envelope.sender, head.fields)) return { is: 'automatic' };
  const sender = plainSender(head.fields.filter(({ key }) => key === 'from').map(({ line }) => line));
  if (sender === undefined) return { is: 'unproven' };
  const names = new Names(known);
  const check = (bytes: Buffer) =>
    authenticate(bytes, {
      ip: envelope.ip,
      helo: envelope.helo,
      sender: envelope.sender,
      mta: 'intake',
      rejectRsaSha1: true,
      disableArc: sealers.length === 0,
      disableBimi: true,
      resolver: names.resolve,
    });
  // Nearly all names follow from a few fields, so that the body is read once and not after each answer of a server.
  names.need((await check(fieldsOfSenders(head))).dkim);
  if (names.asks.length > 0) return { asks: names.asks };
  const bytes = await readFile(mail);
  const found = await check(bytes);
  if (names.asks.length > 0) return { asks: names.asks };
  const is = isSealed(sender, found, sealers) ? 'proven' : proofOf(sender, found);
  return is === 'proven' ? { is, sender, digest: digestOf(bytes, head) } : { is };
}

/** The names that were looked up, and those that are yet to be. */
class Names {
  private readonly unknown = new Map<string, Name>();

  constructor(private readonly known: Known) {}

  get asks(): Name[] {
    return [...this.unknown.values()];
  }

  /** As `node:dns` resolves; until a name is known its servers count as silent, and the result is not used. */
  readonly resolve = (name: string, type: string): Promise<string[][]> => {
    const found = this.known.get(keyOf({ name, type }));
    if (found && 'records' in found) return Promise.resolve(found.records as string[][]);
    if (!found) this.unknown.set(keyOf({ name, type }), { name, type });
    return Promise.reject(
      Object.assign(new Error(`No answer about ${name}`), { code: found?.code ?? 'ETIMEOUT' }),
    );
  };

  /** The keys of all signatures: without the body each seems broken, and its key is not looked up. */
  need({ results }: AuthenticateResult['dkim']): void {
    for (const { selector, signingDomain } of results) {
      if (!selector || !signingDomain) continue;
      const name = { name: `${selector}._domainkey.${signingDomain}`, type: 'TXT' };
      if (!this.known.has(keyOf(name))) this.unknown.set(keyOf(name), name);
    }
  }
}

/** A mail of only what names a domain that the sender may be proven by. */
function fieldsOfSenders({ fields }: Head): Buffer {
  const lines = fields
    .filter(({ key }) => key === 'from' || key === 'dkim-signature')
    .map(({ line }) => line);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
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
 * Proven by DMARC, or, where the domain has no record of it, by SPF of just this domain, or by a signature of it or of a
 * domain above it. A sibling's signature proves nothing there: who may use which address is nowhere said. A signature over
 * the beginning of a body proves nothing of its end.
 */
function proofOf(
  sender: string,
  { dkim, spf, dmarc }: AuthenticateResult,
): 'proven' | 'unproven' | 'doubtful' {
  // Two readers have to see the same address.
  const [seen, ...others] = dkim.headerFrom;
  if (others.length > 0 || seen?.toLowerCase() !== sender) return 'unproven';
  const domain = domainOf(sender);
  const signatures = dkim.results.filter(
    ({ status: { result, aligned, underSized } }) => result === 'pass' && Boolean(aligned) && !underSized,
  );
  const spfResult = spf ? spf.status.result : 'none';
  const result = dmarc ? dmarc.status.result : 'none';
  if (dmarc && result === 'pass')
    return signatures.length > 0 || dmarc.alignment.spf.result ? 'proven' : 'unproven';
  if (result === 'none') {
    const isSigned = signatures.some(({ signingDomain }) =>
      isAtOrAbove(signingDomain?.toLowerCase(), domain),
    );
    if (isSigned || (spf && spfResult === 'pass' && spf.domain.toLowerCase() === domain)) return 'proven';
  }
  const results: readonly string[] = [result, spfResult, ...dkim.results.map(({ status }) => status.result)];
  return results.includes('temperror') ? 'doubtful' : 'unproven';
}

function isAtOrAbove(signing: string | undefined, domain: string): boolean {
  return signing !== undefined && (domain === signing || domain.endsWith(`.${signing}`));
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
