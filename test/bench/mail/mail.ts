import { randomBytes } from 'node:crypto';
import { memoryBelow, peakDuring } from '../../support/worlds/process-tree.js';
import { SmtpTalk } from '../../support/peers/smtp-talk.js';
import { startWorld, type World } from '../../support/worlds/world.js';
import { attached, writtenMail } from '../../support/documents/written-mail.js';
import { aPdf } from '../../support/documents/pdf.js';
import { median, spread, timed, type Figures, type Size } from '../figures.js';
import { Forked } from '../forked.js';

interface Sizes {
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly mailsPerRound: number;
  readonly mailsToReady: number;
  readonly connections: number;
  readonly largeBytes: number;
}

const sizes: Record<Size, Sizes> = {
  whole: {
    rounds: 5,
    warmUpRounds: 1,
    mailsPerRound: 60,
    mailsToReady: 20,
    connections: 50,
    largeBytes: 36 * 1024 ** 2,
  },
  smoke: {
    rounds: 1,
    warmUpRounds: 0,
    mailsPerRound: 4,
    mailsToReady: 1,
    connections: 2,
    largeBytes: 1024 ** 2,
  },
};
/** The number of senders at once: the intake accepts this many connections from one address. */
const senders = 4;
const password = 'Sixpence1';
const to = 'print@print.localhost';

/**
 * Measures mails with a PDF of 100 KB:
 *
 * - accepted mails per second, each stored and committed, as a ratio to a bare `smtp-server` that drops them;
 * - the time from the reply 250 until the document is ready;
 * - the peak memory during many large mails.
 */
export async function mail(size: Size): Promise<Figures> {
  return { ...(await measureIntake(sizes[size])), 'ready ms': await untilReady(sizes[size]) };
}

async function measureIntake(wanted: Sizes): Promise<Figures> {
  const world = await startWorld({ parts: ['intake'] });
  try {
    return { ratio: await ratioToBareServer(world, wanted), 'peak MB': await sendLargeMails(world, wanted) };
  } finally {
    await world.stop();
  }
}

/** @returns mails per second of Sixpence, divided by those of the bare server */
async function ratioToBareServer(
  world: World,
  { rounds, warmUpRounds, mailsPerRound }: Sizes,
): Promise<number> {
  using peer = new Forked(new URL('bare-smtp.js', import.meta.url));
  const peerPort = await peer.message<number>();
  const mailsPerSecond = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const people = await newPeople(world, round);
    const ours = await timed(() => sendMany(world.mailPort, people, mailsPerRound));
    const theirs = await timed(() => sendMany(peerPort, people, mailsPerRound));
    await world.query('DELETE FROM attempt_budgets');
    if (round < warmUpRounds) continue;
    mailsPerSecond.ours.push((mailsPerRound / ours) * 1_000);
    mailsPerSecond.peer.push((mailsPerRound / theirs) * 1_000);
  }
  console.log(`Mails with a PDF of 100 KB, ${senders} senders, ${rounds} rounds of ${mailsPerRound} in turn`);
  console.log(
    `  Sixpence, 250 after its commit     ${median(mailsPerSecond.ours).toFixed(1)} a second (${spread(mailsPerSecond.ours)})`,
  );
  console.log(
    `  a bare server that drops them      ${median(mailsPerSecond.peer).toFixed(1)} a second (${spread(mailsPerSecond.peer)})`,
  );
  const ratio = median(mailsPerSecond.ours) / median(mailsPerSecond.peer);
  console.log(`  ratio      ${ratio.toFixed(2)} (aim: >= 0.33)`);
  return ratio;
}

/** @returns the milliseconds from the reply 250 until a document is ready */
async function untilReady({ mailsToReady }: Sizes): Promise<number> {
  const world = await startWorld({ parts: ['intake', 'converter'] });
  try {
    const [from = ''] = await newPeople(world, 0);
    const person = await world.signIn({ email: from, password });
    const durationsMs: number[] = [];
    for (let count = 0; count < mailsToReady; count += 1) {
      const pdf = await aPdf({ pages: 2, title: `Mail ${count}` });
      await send(world.mailPort, from, pdf, `${count}.pdf`);
      durationsMs.push(
        await timed(async () => {
          const documents = await person.documents();
          await person.untilReady(documents.find(({ fileName }) => fileName === `${count}.pdf`)!.orderId);
        }),
      );
    }
    console.log(
      `  from the reply 250 to ready   median ${median(durationsMs).toFixed(0)} ms (${spread(durationsMs)}), a PDF of two pages`,
    );
    return median(durationsMs);
  } finally {
    await world.stop();
  }
}

/**
 * Sends over fifty connections from ten addresses, each with a mail of almost 50 MB. The intake reads ten at
 * a time and defers the others.
 * @returns the peak memory in MB
 */
async function sendLargeMails(world: World, { connections, largeBytes }: Sizes): Promise<number> {
  const large = Buffer.alloc(largeBytes, '%PDF-1.7\n');
  const [from = ''] = await newPeople(world, 'large');
  const data = writtenMail({ from, parts: [attached('large.pdf', 'application/pdf', large)] });
  const memoryBefore = memoryBelow(world.intake.pid);
  const { result, peakBytes } = await peakDuring(world.intake.pid, () =>
    Promise.all(
      Array.from({ length: connections }, async (_, at) => {
        await using talk = await SmtpTalk.begin(world.mailPort, `127.0.0.${2 + (at % 10)}`);
        return (await talk.mail({ from, to, data })).code;
      }),
    ),
  );
  const answers = [...new Set(result)].map(
    (code) => `${result.filter((one) => one === code).length} × ${code}`,
  );
  const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
  console.log(`  ${connections} connections with ${megabytes(data.length)} MB each: ${answers.join(', ')}`);
  console.log(
    `  memory of the intake and its readers   ${megabytes(memoryBefore)} MB before, at most ${megabytes(peakBytes)} MB; plus ten mails in the spool`,
  );
  return peakBytes / 1024 ** 2;
}

async function newPeople(world: World, round: number | 'large'): Promise<string[]> {
  const people = Array.from({ length: senders }, (_, at) => `round-${round}-${at}@example.com`);
  for (const email of people) await world.askOperator('user', 'add', email, '--password', password);
  return people;
}

async function sendMany(port: number, people: readonly string[], mails: number): Promise<void> {
  await Promise.all(
    people.map(async (from) => {
      for (let count = 0; count < mails / senders; count += 1) {
        await send(port, from, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]));
      }
    }),
  );
}

/** Opens a connection for each mail, as mail servers do. */
async function send(port: number, from: string, pdf: Buffer, name = 'document.pdf'): Promise<void> {
  await using talk = await SmtpTalk.begin(port);
  const data = writtenMail({ from, parts: [attached(name, 'application/pdf', pdf)] });
  const reply = await talk.mail({ from, to, data });
  if (reply.code !== 250) throw new Error(`${reply.code} ${reply.text}`);
}
