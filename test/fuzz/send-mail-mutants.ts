import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import { IntakeBench, type Sender } from '../support/worlds/intake-bench.js';
import { exampleMail, exampleMailNames } from '../support/documents/example-mails.js';
import { peakDuring } from '../support/worlds/process-tree.js';
import { mailMutantOf } from './mutate-mail.js';
import { randomFrom } from './mutate.js';

const atOnce = 4;
/** Mails of one user. The number of a user's documents is limited. */
const mailsEach = 3;
const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

export interface MailOutcome {
  /** Counts by reply: its codes. */
  replies: Record<string, number>;
  /** Mails without a reply, or with "try again": damage in a mail justifies neither. */
  unsettled: string[];
  /** Lines of the intake's log about processes that crashed, exceeded a deadline, or failed unexpectedly. */
  troubles: string[];
  /** The longest delay of the intake's event loop. */
  loopDelayMs: number;
  /** The peak memory of the intake and its readers together. */
  peakBytes: number;
  /** Files that remain in the spool. */
  left: number;
  seconds: number;
}

interface Wanted {
  /** The seed of the first mutant; each later mutant uses the next number. */
  seed: number;
  count: number;
  onEnd?: (done: number) => void;
}

/**
 * Damages the example mails, reproducibly by the seed, and sends all of them to a real intake with a real
 * core.
 */
export async function sendMailMutants({ seed, count, onEnd }: Wanted): Promise<MailOutcome> {
  const started = Date.now();
  await using after = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-mail-mutants-'));
  after.defer(() => rmSync(folder, { recursive: true }));
  const delayFile = join(folder, 'delay');
  const bench = after.use(
    await IntakeBench.start(zone, {
      LOOP_DELAY_FILE: delayFile,
      NODE_OPTIONS: `--import ${join(checkout, 'test/support/jest/loop-delay-probe.js')}`,
    }),
  );
  const outcome = { replies: {} as Record<string, number>, unsettled: [] as string[] };
  let next = 0;
  let done = 0;
  const send = async () => {
    let sender: Sender | undefined;
    for (let number = next++; number < count; number = next++) {
      if (!sender || number % mailsEach === 0) sender = await bench.aSender();
      const reply = await replyTo(bench, sender, seed + number);
      outcome.replies[reply] = (outcome.replies[reply] ?? 0) + 1;
      if (!/^(?:250|55\d) /.test(reply) && !reply.startsWith('451 4.4.3'))
        outcome.unsettled.push(`seed ${seed + number}: ${reply}`);
      done += 1;
      onEnd?.(done);
    }
  };
  const { peakBytes } = await peakDuring(bench.intake.pid, () =>
    Promise.all(Array.from({ length: atOnce }, send)),
  );
  const left = bench.spooled().length;
  const log = bench.intake.log();
  await bench.intake.stop();
  return {
    ...outcome,
    troubles: log.split('\n').filter((line) => /"level":[45]0|reads mails ended|in time/.test(line)),
    loopDelayMs: Number(readFileSync(delayFile, 'utf8')),
    peakBytes,
    left,
    seconds: Math.round((Date.now() - started) / 1_000),
  };
}

/** The codes of the reply, or the error. */
async function replyTo(bench: IntakeBench, { address }: Sender, seed: number): Promise<string> {
  const data = mutantFrom(seed, address);
  try {
    const { code, text } = await bench.send({ from: address, data: Buffer.from(data, 'latin1') });
    return `${code} ${text.split(' ', 1)[0]}`;
  } catch (error) {
    return String(error);
  }
}

/** The mutant as it goes over the wire: dots are escaped, so that no line ends the data. */
function mutantFrom(seed: number, address: string): string {
  const random = randomFrom(seed);
  const mail = (index: number) =>
    latin1(exampleMail(exampleMailNames[index % exampleMailNames.length] ?? '', address).data);
  const mutant = mailMutantOf(mail(seed), random, mail(Math.floor(random() * exampleMailNames.length)));
  return mutant.replace(/(^|\r\n)\./g, '$1..');
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
