/**
 * The process beside the conversation that looks into mails: whatever a crafted one does to a parser, senders are answered
 * meanwhile, and the process is ended at its deadline. It is given no secret. Its one argument is `Settings` as JSON.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { look, type Envelope, type Seen } from './look.js';
import { isNoRoom } from './no-room.js';
import { takeApart, type TakenApart } from './take-apart.js';

/** `file` is a mail in the spool; parts of it go into `folder`. */
export type Question =
  | { task: 'look'; file: string; envelope: Envelope }
  | { task: 'take-apart'; file: string; folder: string };
/** `isFull`: there was no room for the parts of a mail. */
export type Answer = { seen: Seen | undefined } | TakenApart | { failed: string; isFull: boolean };

/** `dnsServers` are the machine's own if there are none. */
export interface Settings {
  dnsServers: readonly string[];
  sealers: readonly string[];
}

const { dnsServers, sealers } = JSON.parse(process.argv[2] ?? '') as Settings;
const resolver = new Resolver({ timeout: 2_000, tries: 2 });
if (dnsServers.length > 0) resolver.setServers(dnsServers);

async function answer(question: Question): Promise<Answer> {
  try {
    if (question.task === 'take-apart') return await takeApart(question.file, question.folder);
    return { seen: await look(await readFile(question.file), question.envelope, { resolver, sealers }) };
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failed, isFull: isNoRoom(error) };
  }
}

process.on('message', (question: Question) => {
  void answer(question).then((said) => process.send?.(said));
});
process.on('disconnect', () => process.exit(0));
