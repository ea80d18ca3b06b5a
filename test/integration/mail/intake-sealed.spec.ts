import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealMessage } from 'mailauth';
import { IntakeBench, type Sender } from '../../support/worlds/intake-bench.js';
import { aPdf } from '../../support/documents/pdf.js';
import { attached, writtenMail } from '../../support/documents/written-mail.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const key = [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`];
const believed = 'forwarder.example.net';
const zone = {
  // SPF does not allow this machine for the domain, so that only a seal can prove a changed mail.
  'example.org': ['v=spf1 ip4:192.0.2.1 -all'],
  '_dmarc.example.org': ['v=DMARC1; p=reject'],
  [`key._domainkey.${believed}`]: key,
  'key._domainkey.stranger.example.net': key,
};

let bench: IntakeBench;
let anna: Sender;
let mail: string;
beforeAll(async () => {
  bench = await IntakeBench.start(zone, { TRUSTED_SEALERS: `lists.example.com, ${believed}` });
  anna = await bench.aSender('anna@example.org');
  const parts = [attached('essay.pdf', 'application/pdf', await aPdf({ pages: 1 }))];
  mail = writtenMail({ from: anna.address, parts });
});
afterAll(() => bench[Symbol.asyncDispose]());

const proven = 'dmarc=pass header.from=example.org';

/** The mail with a seal of this server, which states its findings. */
async function sealed(data: string, by: string, found: string, set = { i: 1, cv: 'none' }): Promise<string> {
  const seal = { signingDomain: by, selector: 'key', privateKey, ...set };
  return `${(await sealMessage(data, { ...seal, authResults: `mx.${by}; ${found}` })).toString()}${data}`;
}

const sent = (data: string) => bench.send({ from: `list@${believed}`, data });

test('the seal of a trusted server proves the sender of a forwarded mail', async () => {
  expect(await sent(mail)).toMatchObject({ code: 550 });
  expect(await sent(await sealed(mail, believed, proven))).toMatchObject({ code: 250 });
  expect(await bench.listed(anna)).toEqual(['essay.pdf']);
});

test.each([
  ['of a server that is not trusted', () => sealed(mail, 'stranger.example.net', proven)],
  [
    'that says that the mail failed DMARC',
    () => sealed(mail, believed, 'dmarc=fail header.from=example.org'),
  ],
  ['without a DMARC result', () => sealed(mail, believed, 'spf=pass smtp.mailfrom=anna@example.org')],
  [
    'with the DMARC result of another domain',
    () => sealed(mail, believed, 'dmarc=pass header.from=example.com'),
  ],
  [
    'of a mail that was changed afterwards',
    async () => (await sealed(mail, believed, proven)).replace('My documents', 'My document'),
  ],
  [
    'after the seal of another server',
    async () =>
      sealed(await sealed(mail, 'stranger.example.net', proven), believed, proven, { i: 2, cv: 'pass' }),
  ],
])('a seal %s proves nothing', async (_, made) => {
  const data = await made();
  expect(data).toContain('ARC-Seal: ');
  const before = await bench.listed(anna);
  expect(await sent(data)).toMatchObject({ code: 550, text: expect.stringMatching(/^5\.7\.1 /) as unknown });
  expect(await bench.listed(anna)).toEqual(before);
});
