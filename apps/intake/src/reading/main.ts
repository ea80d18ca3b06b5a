/**
 * The process that reads mails. It is separate from the conversation: if a crafted mail blocks its parser,
 * senders are still answered, and the process is killed at its deadline. It gets no secret. It queries no
 * name server, so that a slow one occupies no reader. Its one argument is `Settings` as JSON.
 */
import type { DnsAnswers, DnsQuery } from '../name-servers.js';
import { checkSender, type Envelope, type SenderVerdict } from './check-sender.js';
import { isDiskFull } from './disk-full.js';
import { takeApart, type TakenApart } from './take-apart.js';

/** `file` is a mail in the spool; its parts are written into `folder`. */
export type Question =
  | { task: 'check-sender'; file: string; envelope: Envelope; known: DnsAnswers }
  | { task: 'take-apart'; file: string; folder: string };
/**
 * `queries`: names to look up before the question is repeated. `isFull`: the spool had no space for the parts
 * of the mail.
 */
export type Answer =
  | { verdict: SenderVerdict | undefined }
  | { queries: DnsQuery[] }
  | TakenApart
  | { failed: string; isFull: boolean };

export interface Settings {
  sealers: readonly string[];
}

const { sealers } = JSON.parse(process.argv[2] ?? '') as Settings;

async function answerQuestion(question: Question): Promise<Answer> {
  try {
    if (question.task === 'take-apart') return await takeApart(question.file, question.folder);
    const { file, envelope, known } = question;
    const verdict = await checkSender(file, envelope, { known, sealers });
    return verdict && 'queries' in verdict ? verdict : { verdict };
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failed, isFull: isDiskFull(error) };
  }
}

process.on('message', (question: Question) => {
  void answerQuestion(question).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit(0));
