/**
 * The process beside the conversation that looks into mails: whatever a crafted one does to a parser, senders are answered
 * meanwhile, and the process is ended at its deadline. It is given no secret, and asks no name server: that is done outside
 * of it, so that a silent one occupies no reader. Its one argument is `Settings` as JSON.
 */
import type { Known, Name } from '../names.js';
import { look, type Envelope, type Seen } from './look.js';
import { isNoRoom } from './no-room.js';
import { takeApart, type TakenApart } from './take-apart.js';

/** `file` is a mail in the spool; parts of it go into `folder`. */
export type Question =
  | { task: 'look'; file: string; envelope: Envelope; known: Known }
  | { task: 'take-apart'; file: string; folder: string };
/**
 * `asks`: names that have to be known before the question is asked again. `isFull`: there was no room for the parts of a
 * mail.
 */
export type Answer =
  | { seen: Seen | undefined }
  | { asks: Name[] }
  | TakenApart
  | { failed: string; isFull: boolean };

export interface Settings {
  sealers: readonly string[];
}

const { sealers } = JSON.parse(process.argv[2] ?? '') as Settings;

async function answer(question: Question): Promise<Answer> {
  try {
    if (question.task === 'take-apart') return await takeApart(question.file, question.folder);
    const { file, envelope, known } = question;
    const seen = await look(file, envelope, { known, sealers });
    return seen && 'asks' in seen ? seen : { seen };
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failed, isFull: isNoRoom(error) };
  }
}

process.on('message', (question: Question) => {
  void answer(question).then((said) => process.send?.(said));
});
process.on('disconnect', () => process.exit(0));
