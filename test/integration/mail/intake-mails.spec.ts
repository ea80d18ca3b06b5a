import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import type { OpenedFile } from '@sixpence/core/documents/storage/storage.service';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { IntakeBench, type Sender } from '../../support/worlds/intake-bench.js';
import { exampleMail, exampleMailNames } from '../../support/documents/example-mails.js';
import { attached, writtenMail, type WrittenPart } from '../../support/documents/written-mail.js';

const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

let bench: IntakeBench;
beforeAll(async () => {
  bench = await IntakeBench.start(zone);
});
afterAll(() => bench[Symbol.asyncDispose]());

interface ExpectedDocuments {
  /** Names of documents, and the key of their content in the example mail. */
  documents: [name: string, content: string][];
  /** Names of files that are not accepted, and the reason. */
  notTaken?: [name: string, why: string][];
}

/** Example mails with files. */
const brought: Record<string, ExpectedDocuments> = {
  'gmail-web': {
    documents: [
      ['Lebenslauf Jürgen.pdf', 'cv'],
      ['Cover letter.docx', 'letter'],
    ],
  },
  'gmail-web-inline': {
    documents: [
      ['image.png', 'photo'],
      ['map.pdf', 'map'],
    ],
  },
  'gmail-web-drive': { documents: [['index.pdf', 'index']], notTaken: [['Google Drive', 'link']] },
  'gmail-forwarded-as-attachment': {
    documents: [
      ['timetable.pdf', 'timetable'],
      ['menu.pdf', 'menu'],
      ['map.pdf', 'map'],
    ],
  },
  'outlook-mime': {
    documents: [['Prüfbericht der Abteilung für außergewöhnliche Vorgänge.xlsx', 'report']],
  },
  'outlook-uuencode': {
    documents: [
      ['Old report.doc', 'report'],
      ['map.pdf', 'map'],
    ],
    notTaken: [['notes.xyz', 'type']],
  },
  'apple-mail': {
    documents: [
      ['План дома.pdf', 'plan'],
      ['Budget.ods', 'budget'],
    ],
  },
  'android-gmail': {
    documents: [
      ['PXL_20261122_115900123.jpg', 'photo'],
      ['Boarding pass.pdf', 'pass'],
    ],
  },
  'android-samsung': { documents: [['Rechnung November.pdf', 'bill']] },
  'iphone-photos': {
    documents: [
      ['image0.jpeg', 'first'],
      ['image1.jpeg', 'second'],
    ],
  },
  'iphone-heic': {
    documents: [['IMG_0043.PNG', 'screenshot']],
    notTaken: [['IMG_0042.HEIC', 'heic']],
  },
  'iphone-share-sheet': {
    documents: [['Résumé of everything that I have ever done – 2026.pdf', 'resume']],
  },
  'thunderbird-forwarded': { documents: [['contract.pdf', 'contract']] },
  scanner: { documents: [['Scan_0001.pdf', 'scan']] },
  'odd-parts': {
    documents: [
      ['same.pdf', 'one'],
      ['same.pdf', 'two'],
      ['attachment-3.pdf', 'three'],
      ['without an ending.pdf', 'four'],
      ['no type.pdf', 'five'],
      ['LOUD.PDF', 'six'],
      ['Zürich.pdf', 'seven'],
      ['../../etc/a b\\c;d.pdf', 'eight'],
    ],
    notTaken: [['empty.pdf', 'empty']],
  },
  'smime-clear-signed': { documents: [['signed.pdf', 'signed']] },
  invitation: { documents: [['Agenda.pptx', 'agenda']] },
};

/** Example mails with nothing that can be printed, and the reply. */
const refused: Record<string, string[]> = {
  'outlook-tnef': ['winmail.dat: Outlook has packed it'],
  'only-not-printable': ['holiday.zip: Archives', 'Caf?.HEIC: HEIC pictures', 'film.mp4: Files of this kind'],
  'smime-encrypted': ['smime.p7m: It is encrypted'],
  'smime-signed-opaque': ['smime.p7m: It is encrypted'],
  'pgp-encrypted': ['encrypted.asc: It is encrypted'],
  empty: ['Attach PDF, office documents, or pictures'],
};

/** Example mails whose text is printed: the lines on paper, and the links that are reported. */
const written: Record<string, { name: string; lines: string[]; links?: string[] }> = {
  'apple-mail-drop': { name: 'Film.rtf', lines: ['Click to Download', 'film.pdf'], links: ['Mail Drop'] },
  'text-flowed': {
    name: 'Einkaufszettel für Montag.rtf',
    lines: [
      'Date: Sun, 22 Nov 2026 12:00:00 +0000',
      'Subject: Einkaufszettel für Montag',
      'Äpfel, Brot, {Käse} \\ und 5 € für den Bus. Привет, 你好!',
      'Anna',
    ],
  },
  'text-forwarded': {
    name: 'Fwd: Note.rtf',
    lines: [
      'Please print.',
      'From: "Ben" <ben@example.org>',
      'Date: Sat, 21 Nov 2026 09:00:00 +0100',
      'The key is under the mat.',
    ],
  },
  'text-windows': {
    name: '„Preise“ in €.rtf',
    lines: ['„Fünf“ kosten 3 € – mehr nicht.'],
  },
  'text-japanese': { name: '買い物.rtf', lines: ['牛乳とパン'] },
  'text-html-only': {
    name: 'Mail.rtf',
    lines: ['Shopping', '- Milk & honey', '- Café', 'For Monday', 'please'],
  },
  'text-and-drive': {
    name: 'Reading list.rtf',
    lines: ['https://1drv.ms/b/s!Abc and https://example.com/drive.google.com/none'],
    links: ['OneDrive', 'Dropbox'],
  },
};

test('each example mail is in one of these tables', () => {
  expect([brought, refused, written].flatMap(Object.keys).sort()).toEqual(exampleMailNames);
});

async function send(name: string): Promise<{ person: Sender; contents: Map<string, Buffer> }> {
  const person = await bench.aSender();
  const { data, contents } = exampleMail(name, person.address);
  expect(await bench.send({ from: person.address, data })).toEqual({
    code: 250,
    text: '2.0.0 Taken: see the dashboard',
  });
  return { person, contents };
}

async function notTakenOf({ userId }: Sender): Promise<[string, string][]> {
  const [mail] = await bench.core.database.query<{ notTaken: { name: string; why: string }[] }[]>(
    'SELECT not_taken AS "notTaken" FROM taken_mails WHERE owner_id = $1',
    [userId],
  );
  return (mail?.notTaken ?? []).map(({ name, why }) => [name, why]);
}

/** The sources of the person's documents, in order. */
async function brings({ uploads }: Sender): Promise<Buffer[]> {
  const conversions = bench.core.app.get(ConversionsService);
  const rows = await uploads.list();
  return Promise.all(rows.map(async ({ orderId }) => bytesOf(await conversions.openSource(orderId, 1))));
}

async function bytesOf({ stream }: OpenedFile): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

describe('an example mail of a real mail program', () => {
  test.each(Object.entries(brought))(
    '%s: its files become documents [row 3]',
    async (name, { documents, notTaken = [] }) => {
      const { person, contents } = await send(name);
      expect(await bench.listed(person)).toEqual(documents.map(([file]) => file));
      expect(await brings(person)).toEqual(documents.map(([, key]) => contents.get(key)));
      expect(await notTakenOf(person)).toEqual(notTaken);
    },
  );

  test.each(Object.entries(refused))('%s: the refusal names a remedy', async (name, sentences) => {
    const person = await bench.aSender();
    const reply = await bench.send({ from: person.address, data: exampleMail(name, person.address).data });
    expect(reply.code).toBe(554);
    expect(reply.text).toMatch(/^5\.6\.1 Nothing in this mail can be printed\. /);
    for (const sentence of sentences) expect(reply.text).toContain(sentence);
    expect(await bench.listed(person)).toEqual([]);
  });
});

describe('mails with many parts', () => {
  const pdf = 'application/pdf';
  const mailIn = (mail: string): WrittenPart => ({ type: 'message/rfc822', content: mail });
  const tooMany = {
    code: 554,
    text: expect.stringMatching(/^5\.6\.0 The mail has too many parts/) as unknown,
  };

  test('of thirty files the first twenty become documents, and the others are reported', async () => {
    const person = await bench.aSender();
    const names = Array.from({ length: 30 }, (_, index) => `${index + 1}.pdf`);
    const parts = names.map((name) => attached(name, pdf, `%PDF ${name}`));
    // Some are in a forwarded mail.
    const forwarded = mailIn(writtenMail({ from: 'ben@example.org', parts: parts.slice(5, 25) }));
    const data = writtenMail({
      from: person.address,
      parts: [...parts.slice(0, 5), forwarded, ...parts.slice(25)],
    });
    expect((await bench.send({ from: person.address, data })).code).toBe(250);
    expect(await bench.listed(person)).toEqual(names.slice(0, 20));
    expect(await notTakenOf(person)).toEqual(names.slice(20).map((name) => [name, 'too-many']));
  });

  const files = (count: number) =>
    Array.from({ length: count }, () => attached('a.zip', 'application/zip', 'PK'));
  const within = (levels: number, part: WrittenPart): WrittenPart =>
    levels === 0 ? part : mailIn(writtenMail({ from: 'ben@example.org', parts: [within(levels - 1, part)] }));
  const nested = (levels: number) => {
    const open = Array.from(
      { length: levels },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    return {
      type: 'multipart/mixed; boundary=b',
      content: `--b\r\n${open.join('')}\r\nhello`,
      encoding: '7bit' as const,
    };
  };

  test.each<[string, WrittenPart[]]>([
    ['more than a hundred parts', files(101)],
    [
      'more than a hundred parts, with those of a forwarded mail',
      [...files(60), mailIn(writtenMail({ from: 'b@example.org', parts: files(60) }))],
    ],
    ['more than ten levels of parts', [nested(10)]],
    ['six levels of forwarded mails', [within(6, attached('a.pdf', pdf, '%PDF'))]],
  ])('%s are refused', async (_, parts) => {
    const person = await bench.aSender();
    expect(
      await bench.send({ from: person.address, data: writtenMail({ from: person.address, parts }) }),
    ).toEqual(tooMany);
    expect(await bench.listed(person)).toEqual([]);
    expect(bench.spooled()).toEqual([]);
  });

  test('the file of a mail that was forwarded several times becomes a document', async () => {
    const person = await bench.aSender();
    const parts = [within(4, attached('a.pdf', pdf, '%PDF'))];
    const data = writtenMail({ from: person.address, parts });
    expect((await bench.send({ from: person.address, data })).code).toBe(250);
    expect(await bench.listed(person)).toEqual(['a.pdf']);
  });
});

describe('a mail with only text', () => {
  let converter: ConverterProcess;
  beforeAll(async () => {
    converter = await ConverterProcess.start(bench.core);
  });
  afterAll(() => converter[Symbol.asyncDispose]());

  const linesOf = async ({ orderId, revision }: DocumentRow) => {
    const pdf = await bytesOf(await bench.core.app.get(ConversionsService).openNormalised(orderId, revision));
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf });
    return text.toString().split('\n');
  };

  test.each(Object.entries(written))(
    '%s: its text becomes a document',
    async (kept, { name, lines, links = [] }) => {
      const { person } = await send(kept);
      expect(await bench.listed(person)).toEqual([name]);
      expect(await notTakenOf(person)).toEqual(links.map((link) => [link, 'link']));
      const [row] = await person.uploads.list();
      const ready = await person.uploads.settled(row!.orderId);
      expect(ready.status).toBe('ready');
      const printed = await linesOf(ready);
      expect(printed[0]).toMatch(/^From: /);
      expect(printed[0]).toContain(person.address);
      expect(printed).toEqual(expect.arrayContaining(lines));
      expect(printed.join('\n')).not.toMatch(/alert|color|untitled/);
    },
  );

  test.each(['Invoice.pdf', 'Fwd: photo.JPG', 'Report.docx'])(
    'with the subject %s, its text is printed, and is not treated as a file of that type',
    async (subject) => {
      const person = await bench.aSender();
      const parts = [{ type: 'text/plain', content: 'Where is it?' }];
      const data = writtenMail({ from: person.address, parts, subject });
      expect((await bench.send({ from: person.address, data })).code).toBe(250);
      expect(await bench.listed(person)).toEqual([`${subject}.rtf`]);
      const [row] = await person.uploads.list();
      expect(await person.uploads.settled(row!.orderId)).toMatchObject({ status: 'ready' });
    },
  );

  test('the intake fetches no address in its text', async () => {
    let requestCount = 0;
    const server = createServer((_, answer) => {
      requestCount += 1;
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`;
    const html = `<link rel="stylesheet" href="${address}"><p style="background: url(${address})">See <img src="${address}">${address}</p>`;
    const person = await bench.aSender();
    const parts = [{ type: 'text/html', content: html }];
    const data = writtenMail({ from: person.address, parts, subject: 'Pictures' });
    expect((await bench.send({ from: person.address, data })).code).toBe(250);
    const [row] = await person.uploads.list();
    expect(await linesOf(await person.uploads.settled(row!.orderId))).toContain(`See ${address}`);
    expect(requestCount).toBe(0);
    await new Promise((closed) => server.close(closed));
  });
});
