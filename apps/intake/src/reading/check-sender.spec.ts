import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dkimSign, sealMessage } from 'mailauth';
import { keyOf, type DnsAnswer } from '../name-servers.js';
import { checkSender, type SenderVerdict } from './check-sender.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const trusted = 'forwarder.example.net';
const stranger = 'stranger.example.net';
const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
/** example.org has no DMARC record. */
const zone: Record<string, string> = {
  'example.org': 'v=spf1 ip4:192.0.2.1 -all',
  'key._domainkey.example.org': key,
  'mail.example.org': 'v=spf1 ip4:192.0.2.1 -all',
  'other.example.net': 'v=spf1 ip4:192.0.2.1 -all',
  'example.com': 'v=spf1 ip4:192.0.2.1 -all',
  '_dmarc.example.com': 'v=DMARC1; p=reject',
  'key._domainkey.example.com': key,
  [`key._domainkey.${trusted}`]: key,
  [`key._domainkey.${stranger}`]: key,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-check-sender-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const date = 'Date: Sun, 22 Nov 2026 12:00:00 +0000';
const fields = ['From: anna@example.org', date];
const mailOf = (more: readonly string[], body = 'Please print this.') =>
  [...fields, ...more, '', body, ''].join('\r\n');

interface Circumstances {
  /** The address of MAIL FROM. */
  mailFrom?: string;
  /** The names without an answer. */
  timeouts?: readonly string[];
  /** Gets the names of each round of queries. */
  onQueries?: (names: string[]) => void;
  /** The servers whose seals are trusted. */
  sealers?: readonly string[];
}

/** The verdict on a mail from this IP address, after every name server has answered. */
async function verdictOn(
  mail: string,
  ip: string,
  {
    mailFrom = 'anna@example.org',
    timeouts = [],
    onQueries = () => undefined,
    sealers = [trusted],
  }: Circumstances = {},
): Promise<SenderVerdict | undefined> {
  const file = join(folder, 'mail');
  writeFileSync(file, mail);
  const known = new Map<string, DnsAnswer>();
  const envelope = { ip, helo: 'mx.example.org', sender: mailFrom, recipient: 'print@example.com' };
  for (;;) {
    const answer = await checkSender(file, envelope, { known, sealers });
    if (!answer || !('queries' in answer)) return answer;
    onQueries(answer.queries.map(({ name }) => name));
    for (const question of answer.queries) {
      const { name, type } = question;
      const text = type === 'TXT' ? zone[name.toLowerCase()] : undefined;
      const code = timeouts.includes(name) ? 'ETIMEOUT' : 'ENOTFOUND';
      known.set(
        keyOf(question),
        text === undefined || code === 'ETIMEOUT' ? { code } : { records: [[text]] },
      );
    }
  }
}

const listedIp = '192.0.2.1';
const unlistedIp = '198.51.100.1';

/** The mail with a signature of this domain. */
async function signed(mail: string, signingDomain: string, more: object = {}): Promise<string> {
  const signature = { signingDomain, selector: 'key', privateKey, ...more };
  const { signatures } = await dkimSign(mail, { ...signature, signatureData: [signature] });
  return signatures + mail;
}

describe('without a DMARC record', () => {
  const mail = mailOf([]);
  const ofSubdomain = mail.replace('@example.org', '@mail.example.org');

  test.each([
    ['its domain', 'proven', mail, 'Anna@Example.ORG'],
    ['another domain', 'unproven', mail, 'eve@other.example.net'],
    ['a subdomain', 'unproven', mail, 'eve@mail.example.org'],
    ['the parent domain', 'unproven', ofSubdomain, 'eve@example.org'],
  ])('a sender whose mail passes SPF of %s is %s', async (_what, is, data, mailFrom) => {
    expect(await verdictOn(data, listedIp, { mailFrom })).toMatchObject({ is });
  });

  test.each([
    ['of its domain', 'proven', {}],
    ['of its domain in capitals', 'proven', { signingDomain: 'Example.ORG' }],
    ['of only the beginning of the body', 'unproven', { maxBodyLength: 6 }],
    ['with SHA-1', 'unproven', { algorithm: 'rsa-sha1' }],
  ])('a sender whose mail has a signature %s is %s', async (_what, is, more) => {
    const data = await signed(mail, 'example.org', more);
    expect(data).toContain('DKIM-Signature: ');
    expect(await verdictOn(data, unlistedIp)).toMatchObject({ is });
  });

  test.each([
    ['the policy', listedIp, false, '_dmarc.example.org', 'proven'],
    ['the servers', unlistedIp, false, 'example.org', 'unproven'],
    ['the key', unlistedIp, true, 'key._domainkey.example.org', 'proven'],
  ])(
    'a sender is doubtful while the DNS record with %s of its domain is unknown',
    async (_what, ip, isSigned, name, otherwise) => {
      const data = isSigned ? await signed(mail, 'example.org') : mail;
      expect(await verdictOn(data, ip)).toMatchObject({ is: otherwise });
      expect(await verdictOn(data, ip, { timeouts: [name] })).toEqual({ is: 'doubtful' });
    },
  );
});

describe('with a DMARC record', () => {
  const mail = mailOf([]).replace('example.org', 'example.com');
  const mailFrom = 'anna@example.com';
  const part = { maxBodyLength: 6 };

  test.each([
    ['with a pass of SPF', 'proven', listedIp, undefined],
    ['without any pass', 'unproven', unlistedIp, undefined],
    ['with a signature', 'proven', unlistedIp, {}],
    ['with a signature of only the beginning of the body', 'unproven', unlistedIp, part],
    ['with a pass of SPF and such a signature', 'proven', listedIp, part],
  ])('a sender %s is %s', async (_what, is, ip, signature) => {
    const data = signature ? await signed(mail, 'example.com', signature) : mail;
    expect(await verdictOn(data, ip, { mailFrom })).toMatchObject({ is });
  });
});

test.each([
  // The first round reads only the head. It cannot know that the body does not fit the signature, so it
  // queries the key.
  ['signed', async () => (await signed(mailOf([]), 'example.org')).replace('print', 'prints')],
  ['wrongly signed', () => Promise.resolve(mailOf(['DKIM-Signature: v=1; a=rsa-sha256']))],
])('all names for a %s mail are queried in the first round', async (what, made) => {
  const rounds: string[][] = [];
  await verdictOn(await made(), unlistedIp, { onQueries: (names) => rounds.push(names.sort()) });
  const key = what === 'signed' ? ['key._domainkey.example.org'] : [];
  expect(rounds[0]).toEqual(['_dmarc.example.org', 'example.org', ...key]);
});

describe('the digest', () => {
  const digestOf = async (mail: string) => {
    const found = await verdictOn(mail, '192.0.2.1');
    if (found?.is !== 'proven') throw new Error('The mail is not proven');
    return found.digest;
  };
  const id = 'Message-ID: <one@example.org>';

  test('stays the same when a relay adds a Received field to a mail that has an id', async () => {
    const mail = mailOf([id]);
    expect(await digestOf(`Received: from relay.example.com\r\n${mail}`)).toBe(await digestOf(mail));
  });

  test.each([
    ['two mails of one id with other bodies', mailOf([id], 'One.'), mailOf([id], 'Two.')],
    ['two mails of one body with other ids', mailOf([id]), mailOf(['Message-ID: <two@example.org>'])],
    ['two mails of one body without ids', mailOf(['Subject: One']), mailOf(['Subject: Two'])],
  ])('tells %s apart', async (_, one, other) => {
    expect(await digestOf(one)).not.toBe(await digestOf(other));
  });
});

describe('a mail from an address that SPF does not list', () => {
  const mail = mailOf(['Message-ID: <one@example.org>']);
  /** The ARC fields with which this server seals the mail, and its result for DMARC. */
  const arcFieldsOf = async (signingDomain: string, result: string) => {
    const found = `mx.${signingDomain}; dmarc=${result} header.from=example.org`;
    const seal = { signingDomain, selector: 'key', privateKey, i: 1, cv: 'none', authResults: found };
    return (await sealMessage(mail, seal)).toString();
  };

  test('is proven by the seal of a trusted server', async () => {
    expect(await verdictOn((await arcFieldsOf(trusted, 'pass')) + mail, unlistedIp)).toMatchObject({
      is: 'proven',
    });
  });

  test.each([
    ['a server in capitals', 'Forwarder.Example.NET', 'dmarc=pass header.from=example.org'],
    ['a finding in capitals', trusted, 'dmarc=pass header.from=Example.ORG'],
  ])('is proven by a seal with %s', async (_what, signingDomain, found) => {
    const authResults = `mx.${signingDomain}; ${found}`;
    const seal = { signingDomain, selector: 'key', privateKey, i: 1, cv: 'none', authResults };
    expect(await verdictOn((await sealMessage(mail, seal)).toString() + mail, unlistedIp)).toMatchObject({
      is: 'proven',
    });
  });

  /** The mail with a seal whose signature has these tags. */
  function sealedByHand(covers: string, length: number | undefined, signedBy = trusted): string {
    const by = (domain: string) => `a=rsa-sha256; d=${domain}; s=key;`;
    const body = 'Please print this.\r\n';
    const hash = createHash('sha256').update(body.slice(0, length)).digest('base64');
    const tags = `i=1; ${by(signedBy)} c=relaxed/relaxed; h=${covers}; ${length === undefined ? '' : `l=${length}; `}bh=${hash}; b=`;
    const unsigned = `ARC-Message-Signature: ${tags}`;
    const covered = covers
      .split(':')
      .map((name) => fields.find((field) => field.toLowerCase().startsWith(name))!);
    const signature = unsigned + signatureOf([...covered, unsigned]);
    const finding = `ARC-Authentication-Results: i=1; mx.${trusted}; dmarc=pass header.from=example.org`;
    const seal = `ARC-Seal: i=1; cv=none; ${by(trusted)} b=`;
    return [seal + signatureOf([finding, signature, seal]), signature, finding, mailOf([])].join('\r\n');
  }

  test.each([
    ['the sender and the whole body', 'proven', 'from:date', undefined],
    ['the body, but not the sender', 'unproven', 'date', undefined],
    ['the sender and only the beginning of the body', 'unproven', 'from:date', 6],
  ])('whose seal has a signature that covers %s is %s', async (_what, is, covers, length) => {
    expect(await verdictOn(sealedByHand(covers, length), unlistedIp)).toMatchObject({ is });
  });

  test.each([
    ['when no server is trusted, DNS is not queried', [], false],
    ['when its server is trusted, DNS is queried', [trusted], true],
  ])('%s for the key of its seal', async (_what, sealers, isAsked) => {
    const names: string[] = [];
    const onQueries = (more: string[]) => void names.push(...more);
    const data = sealedByHand('from:date', undefined, stranger);
    expect(await verdictOn(data, unlistedIp, { onQueries, sealers })).toEqual({ is: 'unproven' });
    expect(names.includes(`key._domainkey.${trusted}`)).toBe(isAsked);
  });

  test('is not proven by the signature of another server under the seal of a trusted one', async () => {
    expect(await verdictOn(sealedByHand('from:date', undefined, stranger), unlistedIp)).toMatchObject({
      is: 'unproven',
    });
  });

  test('is not proven by two seals, even of a trusted server', async () => {
    const once = (await arcFieldsOf(trusted, 'pass')) + mail;
    const found = `mx.${trusted}; dmarc=pass header.from=example.org`;
    const seal = {
      signingDomain: trusted,
      selector: 'key',
      privateKey,
      i: 2,
      cv: 'pass',
      authResults: found,
    };
    expect(await verdictOn((await sealMessage(once, seal)).toString() + once, unlistedIp)).toMatchObject({
      is: 'unproven',
    });
  });

  // The signature of a message does not cover the finding of its server. Only the seal covers it.
  test('is not proven by the signature of a trusted server under the seal and the finding of another', async () => {
    const lines = (await arcFieldsOf(trusted, 'fail')).split(/\r\n(?![ \t])/);
    const signature = lines.find((line) => line.startsWith('ARC-Message-Signature:'))!;
    const finding = `ARC-Authentication-Results: i=1; mx.${stranger}; dmarc=pass header.from=example.org`;
    const seal = `ARC-Seal: i=1; a=rsa-sha256; cv=none; d=${stranger}; s=key; b=`;
    const forged = [seal + signatureOf([finding, signature, seal]), signature, finding, mail].join('\r\n');
    expect(await verdictOn(forged, unlistedIp)).toMatchObject({ is: 'unproven' });
  });
});

function signatureOf(lines: readonly string[]): string {
  return sign('sha256', Buffer.from(lines.map(relaxed).join('\r\n')), privateKey).toString('base64');
}

/** A field in the form that a signature covers (RFC 6376, 3.4.2). */
function relaxed(line: string): string {
  const at = line.indexOf(':');
  return `${line.slice(0, at).toLowerCase()}:${line
    .slice(at + 1)
    .replace(/\s+/g, ' ')
    .trim()}`;
}
