import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import { IntakeBench, type Sender } from '../support/worlds/intake-bench.js';
import { keptMail, keptMailNames } from '../support/documents/kept-mails.js';
import { peakDuring } from '../support/worlds/process-tree.js';
import { mailMutantOf } from './mutate-mail.js';
import { randomFrom } from './mutate.js';

const atOnce = 4;
/** Mails of one person, whose documents are bounded. */
const mailsEach = 3;
const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

export interface MailOutcome {
  /** How many were answered with which reply: its codes. */
  replies: Record<string, number>;
  /** Those that were not answered, or with "come again": no damage to a mail is a reason for that. */
  unsettled: string[];
  /** What the intake's log says of processes that ended, were too slow, or failed in a way that nobody foresaw. */
  troubles: string[];
  /** How long the event loop of the intake stood still at most. */
  loopDelayMs: number;
  /** What the intake and its readers held together at most. */
  peakBytes: number;
  /** Files that were left in the spool. */
  left: number;
  seconds: number;
}

interface Wanted {
  /** The first mutant is made from this number, each next one from the next. */
  seed: number;
  count: number;
  onEnd?: (done: number) => void;
}

/** Damages the kept mails, the same way for the same seed, and hands all of them to a real intake before a real core. */
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

/** Its codes, or what went wrong instead. */
async function replyTo(bench: IntakeBench, { address }: Sender, seed: number): Promise<string> {
  const data = mutantFrom(seed, address);
  try {
    const { code, text } = await bench.send({ from: address, data: Buffer.from(data, 'latin1') });
    return `${code} ${text.split(' ', 1)[0]}`;
  } catch (error) {
    return String(error);
  }
}

/** As it goes over the wire: no line of it is the end of data. */
function mutantFrom(seed: number, address: string): string {
  const random = randomFrom(seed);
  const mail = (index: number) =>
    latin1(keptMail(keptMailNames[index % keptMailNames.length] ?? '', address).data);
  const mutant = mailMutantOf(mail(seed), random, mail(Math.floor(random() * keptMailNames.length)));
  return mutant.replace(/(^|\r\n)\./g, '$1..');
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
