import { expect, test } from '@jest/globals';
import { createRequire } from 'node:module';
import { IppPrinter } from './client.js';
import { requestedJobAttributes } from './job-status.js';
import { status } from './operations.js';
import { requestedPrinterAttributes } from './printer-status.js';
import { FakePrinter, jobGroup, printerGroup } from './testing/fake-printer.js';

/** npm `ipp`, which shares no code with our codec. It reads only what we wrote, never a printer’s reply. */
const ipp = createRequire(import.meta.url)('ipp') as { parse(bytes: Buffer): Record<string, unknown> };

test('another implementation decodes our requests as intended', async () => {
  const requests: Buffer[] = [];
  const fake = await FakePrinter.start(async (call) => {
    const chunks: Buffer[] = [];
    for await (const chunk of call.request as AsyncIterable<Buffer>) chunks.push(chunk);
    requests.push(Buffer.concat(chunks));
    const { version, code, requestId } = {
      version: { major: 2, minor: 0 },
      code: status.ok,
      requestId: requests.length,
    };
    call.answer({ version, code, requestId, groups: [] }, status.ok, printerGroup(), jobGroup(7, 5));
  });
  const printer = new IppPrinter(fake.uri, { userName: 'Jürgen' });
  const options = {
    jobName: 'a job',
    format: 'application/pdf',
    side: '2-Sided',
    isColor: true,
    copies: 1,
  } as const;
  const stream = (async function* () {
    yield await Promise.resolve(Buffer.from('%PDF-1.7'));
  })();
  await printer.getAttributes();
  await printer.validateJob(options);
  await printer.createJob(options);
  await printer.sendDocument(7, { stream, byteLength: 8, format: 'application/pdf' });
  await printer.getJob(7);
  await printer.findJob('a job');
  await printer.cancelJob(7);
  printer.close();
  await fake.stop();

  const target = {
    'attributes-charset': 'utf-8',
    'attributes-natural-language': 'en',
    'printer-uri': fake.uri,
    'requesting-user-name': 'Jürgen',
  };
  const job = {
    sides: 'two-sided-long-edge',
    'print-color-mode': 'color',
    media: 'iso_a4_210x297mm',
    'print-scaling': 'fit',
  };
  const requestedAttributes = (names: readonly string[]) => ({ 'requested-attributes': names });
  const format = { 'document-format': 'application/pdf' };
  const name = { 'job-name': 'a job' };
  const parsed = requests.map((bytes) => ipp.parse(bytes));
  expect(parsed.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(parsed).toMatchObject([
    {
      version: '2.0',
      operation: 'Get-Printer-Attributes',
      'operation-attributes-tag': { ...target, ...requestedAttributes(requestedPrinterAttributes) },
    },
    {
      operation: 'Validate-Job',
      'operation-attributes-tag': { ...target, ...name, ...format },
      'job-attributes-tag': job,
    },
    {
      operation: 'Create-Job',
      'operation-attributes-tag': { ...target, ...name },
      'job-attributes-tag': job,
    },
    {
      operation: 'Send-Document',
      'operation-attributes-tag': { ...target, ...format, 'job-id': 7, 'last-document': true },
      data: '%PDF-1.7',
    },
    {
      operation: 'Get-Job-Attributes',
      'operation-attributes-tag': { ...target, 'job-id': 7, ...requestedAttributes(requestedJobAttributes) },
    },
    {
      operation: 'Get-Jobs',
      'operation-attributes-tag': {
        ...target,
        ...requestedAttributes(requestedJobAttributes),
        'which-jobs': 'not-completed',
      },
    },
    {
      operation: 'Get-Jobs',
      'operation-attributes-tag': {
        ...target,
        ...requestedAttributes(requestedJobAttributes),
        'which-jobs': 'completed',
      },
    },
    { operation: 'Cancel-Job', 'operation-attributes-tag': { ...target, 'job-id': 7 } },
  ]);
});
