import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { SMTPServerDataStream } from 'smtp-server';
import type { CoreClient } from './core-client.js';
import { Deliveries } from './delivery.js';
import type { Readers } from './readers.js';
import type { Answer, Question } from './reading/main.js';
import { Spool } from './spool.js';

const seen = { isAutomatic: false, sender: 'anna@example.com', proof: 'proven', digest: '00' } as const;

test.each([
  ['452 stays with its sender', { failed: 'ENOSPC', isFull: true }, 452],
  ['554 cannot be read, today or tomorrow', { failed: 'a bug', isFull: false }, 554],
] as const)('a mail that a reader has no answer to: %s', async (_what, answer, responseCode) => {
  const within = mkdtempSync(join(tmpdir(), 'delivery-'));
  try {
    const ask = ({ task }: Question): Promise<Answer> => Promise.resolve(task === 'look' ? { seen } : answer);
    const deliveries = new Deliveries({
      spool: new Spool(within),
      readers: { ask } as unknown as Readers,
      core: { welcome: () => Promise.resolve() } as unknown as CoreClient,
      site: 'https://print.example.com',
      logger: pino({ level: 'silent' }),
    });
    const stream = Readable.from([Buffer.from('From: anna@example.com\r\n')]) as SMTPServerDataStream;
    const envelope = { ip: '127.0.0.1', helo: 'a', sender: 'anna@example.com', recipient: 'print@b' };
    await expect(deliveries.take(stream, envelope)).rejects.toMatchObject({ responseCode });
  } finally {
    rmSync(within, { recursive: true });
  }
});
