import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import { createTransport } from 'nodemailer';
import { IntakeBench, printAddress, type Sender } from '../../support/worlds/intake-bench.js';
import { SmtpTalk } from '../../support/peers/smtp-talk.js';
import { until } from '../../support/until.js';

const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};
const fixtures = join(checkout, 'test/fixtures/certificates');

const after = new AsyncDisposableStack();
let bench: IntakeBench;
let anna: Sender;
let files: { cert: string; key: string };
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-certificates-'));
  after.defer(() => rmSync(folder, { recursive: true }));
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  install('first');
  bench = after.use(await IntakeBench.start(zone, { TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key }));
  anna = await bench.aSender('anna@example.com');
});
afterAll(() => after.disposeAsync());

type Certificate = 'first' | 'second';

function install(name: Certificate): void {
  copyFileSync(join(fixtures, `${name}.pem`), files.cert);
  copyFileSync(join(fixtures, `${name}-key.pem`), files.key);
}

/** Sends as a mail server that trusts only this certificate. */
async function sendTrusting(name: Certificate, subject: string): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: bench.port,
    requireTLS: true,
    tls: { ca: readFileSync(join(fixtures, `${name}.pem`)), servername: `${name}.example.com` },
  });
  await transport.sendMail({ from: anna.address, to: printAddress, subject, text: subject });
  transport.close();
}

const takes = (name: Certificate) =>
  sendTrusting(name, `Trusting the ${name}`).then(
    () => true,
    () => false,
  );

test('the intake receives mail by STARTTLS, and uses a renewed certificate without a restart', async () => {
  expect([await takes('first'), await takes('second')]).toEqual([true, false]);
  install('second');
  await until(() => takes('second'));
  expect(await takes('first')).toBe(false);
  expect(new Set(await bench.listed(anna))).toEqual(
    new Set(['Trusting the first.rtf', 'Trusting the second.rtf']),
  );
});

test("an encrypted conversation that has ended does not count towards its network's limit", async () => {
  const taken: boolean[] = [];
  for (let count = 0; count < 7; count += 1) taken.push(await takes('second'));
  expect(taken).toEqual(Array(7).fill(true));
});

test('if the new certificate is unusable, the intake keeps the old one', async () => {
  install('second');
  await until(() => takes('second'));
  writeFileSync(files.cert, 'no certificate');
  await until(() => bench.intake.log().includes('the new certificate cannot be used'));
  expect(await takes('second')).toBe(true);
});

test('unencrypted commands that follow STARTTLS are dropped', async () => {
  install('second');
  await using talk = await SmtpTalk.begin(bench.port);
  await talk.say('EHLO sender.example.com');
  const reply = await talk.say('STARTTLS\r\nMAIL FROM:<eve@example.com>');
  expect(reply.code).toBe(220);
  // The unencrypted rest is no handshake: the connection ends, and the injected command gets no answer.
  await expect(talk.say('NOOP')).rejects.toThrow('The connection ended');
});
