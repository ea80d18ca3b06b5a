import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { IntakeBench, printAddress, type Sender } from '../../support/worlds/intake-bench.js';
import { floodWithMail, folded, halfSilentNames, mailFloods } from '../../support/peers/mail-floods.js';
import { aPdf } from '../../support/documents/pdf.js';
import { SmtpTalk, type SmtpReply } from '../../support/peers/smtp-talk.js';
import { attached, writtenMail } from '../../support/documents/written-mail.js';

const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.0/8 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};
/** Stops the started parts in reverse order, even if the start failed. */
const after = new AsyncDisposableStack();
let bench: IntakeBench;
let anna: Sender;
let document: Buffer;
beforeAll(async () => {
  const names = await halfSilentNames(zone);
  after.defer(() => {
    names.close();
  });
  const { port } = names.address();
  bench = after.use(await IntakeBench.start(zone, { DNS_SERVERS: `127.0.0.1:${port}` }));
  anna = await bench.aSender('anna@example.com');
  document = await aPdf({ pages: 1 });
});
afterAll(() => after.disposeAsync());

/** Sends from an address that no flood uses. */
async function honestMail(): Promise<SmtpReply> {
  await using talk = await SmtpTalk.begin(bench.port, '127.0.0.200');
  const data = writtenMail({
    from: anna.address,
    parts: [attached('essay.pdf', 'application/pdf', document)],
  });
  return await talk.mail({ from: anna.address, to: printAddress, data });
}

const floods = mailFloods(printAddress);

describe('an honest mail is accepted during fifty mails', () => {
  test.each([
    ...Object.entries(floods).map(([name, one]) => [name, [one]] as const),
    ['of all these kinds', Object.values(floods)] as const,
  ])('%s', async (_, kinds) => {
    await using flooding = new AsyncDisposableStack();
    flooding.use(await floodWithMail(bench.port, kinds));
    for (let number = 0; number < 3; number += 1) {
      expect(await honestMail()).toEqual({ code: 250, text: '2.0.0 Taken: see the dashboard' });
    }
  });
});

test('sixty thousand header folds are refused, and so is a line of a megabyte', async () => {
  for (const data of [folded(60_000), `From: eve@example.com\r\n\r\n${'a '.repeat(600_000)}\r\n`]) {
    expect(await bench.send({ from: 'eve@example.com', data })).toEqual({
      code: 554,
      text: expect.stringMatching(/^5\.6\.0 /),
    });
  }
});
