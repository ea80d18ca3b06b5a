import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { authenticate, type AuthenticateResult } from 'mailauth';
import { z } from 'zod';
import { isAutomatic } from '../automatic.js';
import { keyOf, type DnsAnswers, type DnsQuery } from '../name-servers.js';
import { plainSender } from '../plain-sender.js';
import { headIn, type Head } from './head.js';

/** A server's record of a DMARC pass: `dmarc=pass header.from=example.com`. */
const dmarcPass = z.object({ result: z.literal('pass'), header: z.object({ from: z.string() }) });

/** The SMTP envelope of a mail. */
export interface Envelope {
  ip: string;
  helo: string;
  /** MAIL FROM; empty for bounces. */
  sender: string;
  /** RCPT TO. */
  recipient: string;
}

/** The result of a sender check. */
export type SenderVerdict =
  | { is: 'automatic' }
  | {
      is: 'proven';
      /** The only address in From. */
      sender: string;
      /**
       * Identifies the mail at each delivery: a hash of its id and its body, which relaying servers do not
       * change.
       */
      digest: string;
    }
  | { is: 'unproven' }
  /** Name servers did not answer; a retry may prove the sender. */
  | { is: 'doubtful' };

/** The input of a sender check, besides the mail and its envelope. */
export interface SenderCheck {
  /** The answers of name servers so far. */
  known: DnsAnswers;
  /** Domains of mail servers that change the mails they forward. Their ARC seal is trusted. */
  sealers: readonly string[];
}

/**
 * Checks who sent the mail in a file. It queries no name server itself: the caller looks up the names in
 * `queries` and calls again. Undefined when the head of the mail cannot be read.
 */
export async function checkSender(
  mail: string,
  envelope: Envelope,
  { known, sealers }: SenderCheck,
): Promise<SenderVerdict | { queries: DnsQuery[] } | undefined> {
  const head = await headIn(mail);
  if (!head) return undefined;
  if (isAutomatic(envelope.sender, head.fields)) return { is: 'automatic' };
  const sender = plainSender(head.fields.filter(({ key }) => key === 'from').map(({ line }) => line));
  if (sender === undefined) return { is: 'unproven' };
  const names = new Lookups(known);
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
  // Nearly all names follow from a few fields, so the first check runs on those, and the body is usually read
  // once.
  names.addKeyQueries((await check(fieldsOfSenders(head))).dkim);
  if (names.queries.length > 0) return { queries: names.queries };
  const bytes = await readFile(mail);
  const found = await check(bytes);
  if (names.queries.length > 0) return { queries: names.queries };
  const is = isSealed(sender, found, sealers) ? 'proven' : proofOf(sender, found);
  return is === 'proven' ? { is, sender, digest: digestOf(bytes, head) } : { is };
}

/** The answers of name servers, and the queries that have no answer yet. */
class Lookups {
  private readonly unanswered = new Map<string, DnsQuery>();

  constructor(private readonly known: DnsAnswers) {}

  get queries(): DnsQuery[] {
    return [...this.unanswered.values()];
  }

  /**
   * Resolves like `node:dns`. A query without an answer rejects like a timeout; the result of the check is
   * then not used.
   */
  readonly resolve = (name: string, type: string): Promise<string[][]> => {
    const found = this.known.get(keyOf({ name, type }));
    if (found && 'records' in found) return Promise.resolve(found.records as string[][]);
    if (!found) this.unanswered.set(keyOf({ name, type }), { name, type });
    return Promise.reject(
      Object.assign(new Error(`No answer about ${name}`), { code: found?.code ?? 'ETIMEOUT' }),
    );
  };

  /**
   * Adds queries for the keys of all signatures. The first check runs without the body, so every signature
   * looks broken, and the library queries no key.
   */
  addKeyQueries({ results }: AuthenticateResult['dkim']): void {
    for (const { selector, signingDomain } of results) {
      if (!selector || !signingDomain) continue;
      const name = { name: `${selector}._domainkey.${signingDomain}`, type: 'TXT' };
      if (!this.known.has(keyOf(name))) this.unanswered.set(keyOf(name), name);
    }
  }
}

/** A mail with only the fields that name a domain by which the sender may be proven. */
function fieldsOfSenders({ fields }: Head): Buffer {
  const lines = fields
    .filter(({ key }) => key === 'from' || key === 'dkim-signature')
    .map(({ line }) => line);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

/**
 * Whether a trusted server recorded a pass of DMARC, and sealed this record (ARC, RFC 8617); the server may
 * have changed the mail after that. There must be one seal only, because an earlier seal may be of an
 * untrusted server.
 */
function isSealed(sender: string, { arc, dkim }: AuthenticateResult, sealers: readonly string[]): boolean {
  if (!arc || arc.status.result !== 'pass' || arc.i !== 1 || !arc.signature) return false;
  const { signature, authenticationResults, chain } = arc;
  const sealedBy = chain?.[0]?.['arc-seal']?.parsed?.['d']?.value;
  const isTrusted = [sealedBy, signature.signingDomain].every(
    (domain) => typeof domain === 'string' && sealers.includes(domain.toLowerCase()),
  );
  const [fromAddress, ...others] = dkim.headerFrom;
  const found: unknown = authenticationResults?.['dmarc'];
  return (
    isTrusted &&
    !signature.status.underSized &&
    others.length === 0 &&
    fromAddress?.toLowerCase() === sender &&
    dmarcPass.safeParse(found).data?.header.from.toLowerCase() === domainOf(sender)
  );
}

/**
 * Proves the sender by DMARC. For a domain without a DMARC record: by SPF of exactly this domain, or by a
 * DKIM signature of this domain or a parent domain. A signature of a sibling domain is not enough, because no
 * record says which addresses it may use. A signature over the beginning of a body is not enough, because it
 * does not cover the rest.
 */
function proofOf(
  sender: string,
  { dkim, spf, dmarc }: AuthenticateResult,
): 'proven' | 'unproven' | 'doubtful' {
  // The library and `plainSender` must see the same address.
  const [fromAddress, ...others] = dkim.headerFrom;
  if (others.length > 0 || fromAddress?.toLowerCase() !== sender) return 'unproven';
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
  // Without an id, the whole mail is hashed, because another mail may have the same body.
  return (id === '' ? hash.update(mail) : hash.update(`${id}\0`).update(mail.subarray(bodyAt))).digest('hex');
}
