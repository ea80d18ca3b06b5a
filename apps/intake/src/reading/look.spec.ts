import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sealMessage } from 'mailauth';
import { keyOf, type Found } from '../names.js';
import { look, type Seen } from './look.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const believed = 'forwarder.example.net';
const stranger = 'stranger.example.net';
const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
const zone: Record<string, string> = {
  'example.org': 'v=spf1 ip4:192.0.2.1 -all',
  [`key._domainkey.${believed}`]: key,
  [`key._domainkey.${stranger}`]: key,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-look-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fields = ['From: anna@example.org', 'Date: Sun, 22 Nov 2026 12:00:00 +0000'];
const mailOf = (more: readonly string[], body = 'Please print this.') =>
  [...fields, ...more, '', body, ''].join('\r\n');

/** What becomes of the mail that came from this address, once every name server has answered. */
async function seen(mail: string, ip: string): Promise<Seen | undefined> {
  const file = join(folder, 'mail');
  writeFileSync(file, mail);
  const known = new Map<string, Found>();
  const envelope = { ip, helo: 'mx.example.org', sender: 'anna@example.org', recipient: 'print@example.com' };
  for (;;) {
    const answer = await look(file, envelope, { known, sealers: [believed] });
    if (!answer || !('asks' in answer)) return answer;
    for (const asked of answer.asks) {
      const text = asked.type === 'TXT' ? zone[asked.name] : undefined;
      known.set(keyOf(asked), text === undefined ? { code: 'ENOTFOUND' } : { records: [[text]] });
    }
  }
}

describe('the digest', () => {
  const digestOf = async (mail: string) => {
    const found = await seen(mail, '192.0.2.1');
    if (found?.is !== 'proven') throw new Error('The mail is not proven');
    return found.digest;
  };
  const id = 'Message-ID: <one@example.org>';

  test('stays the same on the way of a mail that has an id', async () => {
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

describe('a mail that comes from elsewhere', () => {
  const elsewhere = '198.51.100.1';
  const mail = mailOf(['Message-ID: <one@example.org>']);
  const setOf = async (signingDomain: string, result: string) => {
    const found = `mx.${signingDomain}; dmarc=${result} header.from=example.org`;
    const seal = { signingDomain, selector: 'key', privateKey, i: 1, cv: 'none', authResults: found };
    return (await sealMessage(mail, seal)).toString();
  };

  test('is proven by the seal of a server that is believed', async () => {
    expect(await seen((await setOf(believed, 'pass')) + mail, elsewhere)).toMatchObject({ is: 'proven' });
  });

  // The signature of a message does not cover what its server found: only the seal does.
  test('is not proven by the signature of a believed server under the seal and the finding of another', async () => {
    const lines = (await setOf(believed, 'fail')).split(/\r\n(?![ \t])/);
    const signature = lines.find((line) => line.startsWith('ARC-Message-Signature:'))!;
    const finding = `ARC-Authentication-Results: i=1; mx.${stranger}; dmarc=pass header.from=example.org`;
    const seal = `ARC-Seal: i=1; a=rsa-sha256; cv=none; d=${stranger}; s=key; b=`;
    const sealed = [finding, signature, seal].map(relaxed).join('\r\n');
    const signed = sign('sha256', Buffer.from(sealed), privateKey).toString('base64');
    const forged = [`${seal}${signed}`, signature, finding, mail].join('\r\n');
    expect(await seen(forged, elsewhere)).toMatchObject({ is: 'unproven' });
  });
});

/** A field as signatures see it (RFC 6376, 3.4.2). */
function relaxed(line: string): string {
  const at = line.indexOf(':');
  return `${line.slice(0, at).toLowerCase()}:${line
    .slice(at + 1)
    .replace(/\s+/g, ' ')
    .trim()}`;
}
