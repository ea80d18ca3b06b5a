import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mostMailedDocuments } from '@sixpence/contracts/http/intake';
import { takeApart, type MailContents } from './take-apart.js';

let within: string;
beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'take-apart-'));
});
afterEach(() => rmSync(within, { recursive: true }));

/** Takes apart a mail of these lines, in an empty folder. */
async function takenApart(...lines: string[]) {
  const file = join(within, 'mail');
  const folder = mkdtempSync(join(within, 'parts-'));
  writeFileSync(file, lines.join('\r\n'));
  return { folder, taken: await takeApart(file, folder) };
}

async function contentsOf(...lines: string[]): Promise<MailContents> {
  const { taken: contents } = await takenApart(...lines);
  if ('problem' in contents) throw new Error(contents.problem);
  return contents;
}

let boundaries = 0;
/** A multipart of these parts, with its Content-Type field. */
function multipart(kind: string, ...parts: string[]): string {
  boundaries += 1;
  const boundary = `b${boundaries}`;
  const bodies = parts.map((part) => `--${boundary}\r\n${part}\r\n`);
  return `Content-Type: multipart/${kind}; boundary=${boundary}\r\n\r\n${bodies.join('')}--${boundary}--\r\n`;
}
const mixed = (...parts: string[]) => multipart('mixed', ...parts);
const text = (body: string) => `Content-Type: text/plain\r\n\r\n${body}`;
const file = (name: string, content = name, type = 'application/octet-stream') =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}`;
const mail = (...lines: string[]) => `Content-Type: message/rfc822\r\n\r\n${lines.join('\r\n')}`;
const times = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, number) => make(number));
const documentNames = ({ documents }: MailContents) => documents.map(({ name }) => name);

test('a mail has its own subject and id, not those of a mail inside it', async () => {
  const inner = mail('Subject: Inner', 'Message-ID: <inner@example.org>', mixed(file('b.pdf')));
  expect(
    await contentsOf(
      'Subject: Outer',
      'Message-ID: <outer@example.org>',
      mixed(file('a.pdf'), inner, file('c.pdf')),
    ),
  ).toMatchObject({ subject: 'Outer', messageId: '<outer@example.org>', notTaken: [] });
  expect(await contentsOf(mixed(file('a.pdf'), inner))).toMatchObject({ subject: '', messageId: undefined });
});

test('files keep their order across nested mails, with their own bytes and lengths', async () => {
  const inner = mail(mixed(file('b.pdf', 'bb'), mail(mixed(file('c.pdf', 'ccc')))));
  const { documents } = await contentsOf(mixed(file('a.pdf', 'a'), inner, file('d.pdf', 'dddd')));
  expect(
    documents.map(({ name, byteLength, file: of }) => [name, byteLength, readFileSync(of, 'latin1')]),
  ).toEqual([
    ['a.pdf', 1, 'a'],
    ['b.pdf', 2, 'bb'],
    ['c.pdf', 3, 'ccc'],
    ['d.pdf', 4, 'dddd'],
  ]);
  for (const { file: of } of documents) expect(statSync(of).mode & 0o777).toBe(0o600);
});

test('a nested mail is deleted once it is read, and the mail itself stays', async () => {
  const { folder } = await takenApart(mixed(mail(mixed(mail(text('hello'))))));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('/'),
  );
  expect(files).toEqual([]);
  expect(readdirSync(within)).toContain('mail');
});

test.each([
  ['parts', 99, 100, (count: number) => mixed(...times(count, () => file('a.zip')))],
  [
    'parts, with those of a nested mail',
    96,
    97,
    (count: number) => mixed(text('a'), mail(mixed(...times(count, () => file('a.zip'))))),
  ],
  [
    'parts, with those of two nested mails',
    47,
    48,
    (count: number) =>
      mixed(...[48, count].map((files) => mail(mixed(...times(files, () => file('a.zip')))))),
  ],
  [
    'parts, with the only one of a nested mail',
    97,
    98,
    (count: number) => mixed(...times(count, () => file('a.zip')), mail(text('a'))),
  ],
  [
    'levels',
    9,
    10,
    (count: number) => times(count, () => 0).reduce<string>((inner) => mixed(inner), text('a')),
  ],
  [
    'levels, with those around a nested mail',
    8,
    9,
    (count: number) =>
      mixed(mail(times(count - 1, () => 0).reduce<string>((inner) => mixed(inner), text('a')))),
  ],
])('a mail may have as many %s as the limit allows, and no more', async (_what, most, tooMany, make) => {
  expect(await takenApart(make(most))).not.toMatchObject({ taken: { problem: expect.anything() } });
  expect(await takenApart(make(tooMany))).toMatchObject({ taken: { problem: 'too-many-parts' } });
});

test('a mail with a part whose head is too large is refused, as a mail with too many parts is', async () => {
  const large = `X: ${'a'.repeat(300_000)}\r\n${file('a.pdf')}`;
  expect(await takenApart(mixed(large))).toMatchObject({ taken: { problem: 'too-many-parts' } });
});

test('of too many files the first twenty become documents, and every other one is reported', async () => {
  const names = times(mostMailedDocuments + 2, (number) => `${number}.pdf`);
  const contents = await contentsOf(
    mixed(...names.map((name) => file(name)), file('a.zip'), file('b.pdf', '')),
  );
  expect(documentNames(contents)).toEqual(names.slice(0, mostMailedDocuments));
  expect(contents.notTaken).toEqual([
    { name: names.at(-2), why: 'too-many' },
    { name: names.at(-1), why: 'too-many' },
    { name: 'a.zip', why: 'archive' },
    { name: 'b.pdf', why: 'empty' },
  ]);
});

test('a file without a name is numbered by its position among all parts', async () => {
  const nameless = 'Content-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\n%PDF';
  const logo = 'Content-Type: image/png; name=logo.png\r\nContent-Disposition: inline\r\n\r\nlogo';
  expect(
    documentNames(await contentsOf(mixed(file('a.pdf'), logo, nameless, mail(mixed(nameless))))),
  ).toEqual(['a.pdf', 'attachment-3.pdf', 'attachment-4.pdf']);
});

test('uuencoded files in a text become documents like attachments, in the order of the parts', async () => {
  const encoded = (name: string, line = '#0V%T') => `begin 644 ${name}\r\n${line}\r\n\`\r\nend`;
  const contents = await contentsOf(
    mixed(
      text(`One\r\n${encoded('cat.pdf')}\r\n${encoded('cat.xyz')}`),
      text(encoded('dog.pdf', '#1&]G')),
      file('a.pdf'),
    ),
  );
  expect(documentNames(contents)).toEqual(['cat.pdf', 'dog.pdf', 'a.pdf']);
  expect(contents.notTaken).toEqual([{ name: 'cat.xyz', why: 'type' }]);
  const paths = contents.documents.map((document) => document.file);
  expect(paths.slice(0, 2).map((path) => readFileSync(path, 'latin1'))).toEqual(['Cat', 'Dog']);
  for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600);
  const empty = await contentsOf(text('Two\r\nbegin 644 empty.pdf\r\n`\r\nend'));
  expect([documentNames(empty), empty.notTaken]).toEqual([[], [{ name: 'empty.pdf', why: 'empty' }]]);
});

test('of more than a hundred uuencoded files in one text only the first hundred are read', async () => {
  const contents = await contentsOf(text('begin 644 a.xyz\r\n#0V%T\r\n`\r\nend\r\n'.repeat(101)));
  expect(contents.notTaken).toHaveLength(100);
});

test.each([
  ['no other part', [], ['My text.rtf']],
  ['a logo', ['Content-Type: image/png\r\nContent-Disposition: inline\r\n\r\nlogo'], ['My text.rtf']],
  ['a signature', [file('a.p7s', 'x', 'application/pkcs7-signature')], ['My text.rtf']],
  ['a file', [file('a.pdf')], ['a.pdf']],
  ['a refused file', [file('a.zip')], []],
])(
  'the text becomes a document only if no file is attached, accepted or refused: %s',
  async (_what, parts, names) => {
    expect(documentNames(await contentsOf('Subject: My text', mixed(text('Hello'), ...parts)))).toEqual(
      names,
    );
  },
);

test('a document of text has the texts of all nested mails, and only its owner can read it', async () => {
  const [document] = (await contentsOf('Subject: A', mixed(text('One'), mail('Subject: B', text('Two')))))
    .documents;
  const written = readFileSync(document!.file, 'latin1');
  expect(written).toContain('Subject: A\\par\n\\par\nOne\\par\n\\par\n\\par\nSubject: B\\par\n\\par\nTwo');
  expect(document!.byteLength).toBe(written.length);
  expect(statSync(document!.file).mode & 0o777).toBe(0o600);
});

test.each([
  ['', 'Mail.rtf'],
  ['report.pdf', 'report.pdf.rtf'],
  ['a'.repeat(201), `${'a'.repeat(200)}.rtf`],
])('the document of a text with the subject %j is named %j', async (subject, name) => {
  expect(documentNames(await contentsOf(`Subject: ${subject}`, text('Hello')))).toEqual([name]);
});

test('links to cloud storage in any text are reported after the other parts, each service one time', async () => {
  const link = (words: string) => text(`${words}: https://we.tl/t-1 https://1drv.ms/b/1`);
  const contents = await contentsOf(mixed(link('One'), file('a.zip'), mail(link('Two'))));
  expect(contents.notTaken).toEqual([
    { name: 'a.zip', why: 'archive' },
    { name: 'OneDrive', why: 'link' },
    { name: 'WeTransfer', why: 'link' },
  ]);
});

test('an empty mail has no documents', async () => {
  expect(await takenApart('')).toMatchObject({ taken: { documents: [], notTaken: [], subject: '' } });
});

test('an error of the disk is thrown, and is not reported as a problem of the mail', async () => {
  const missing = join(within, 'missing');
  mkdirSync(join(within, 'folder'));
  await expect(takeApart(join(within, 'folder'), missing)).rejects.toMatchObject({ code: 'ENOENT' });
});
