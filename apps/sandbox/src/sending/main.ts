/**
 * `npm run mail -- FILE…`: mails files to the print address of the service on this machine, from the demo
 * user.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { printAddress } from '../launcher/parts/intake.js';
import { readPorts } from '../launcher/settings/ports.js';
import { sendMail } from './send.js';

const demoPerson = 'demo@example.com';
const usage = `Mails files to the print address of the service that runs here:

  npm run mail -- essay.pdf photo.jpg

MAIL_AS is the sender (${demoPerson}), PRINT_ADDRESS the recipient (${printAddress}).`;

const fileNames = process.argv.slice(2);
if (fileNames.includes('--help')) {
  console.log(usage);
  process.exit(0);
}
// npm runs this in the checkout, but file names are relative to the folder where the user typed the command.
const files = fileNames.map((name) => resolve(process.env['INIT_CWD'] ?? '.', name));
if (files.length === 0) exitWithMessage(2, usage);
for (const file of files) {
  if (!canBeRead(file)) exitWithMessage(2, `There is no file ${file} that can be read.`);
}
const { MAIL_AS: from = demoPerson, PRINT_ADDRESS: to = printAddress } = process.env;
const { intake: port, core, mailbox } = readPorts(process.env);
try {
  const answer = await sendMail({ from, to, files, port });
  console.log(`${from} → ${to}: ${answer}`);
  console.log(
    `Accepted files are on the dashboard, http://localhost:${core}/dashboard. The answer names refused ones; it comes to http://localhost:${mailbox}.`,
  );
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  exitWithMessage(
    1,
    code === 'ECONNREFUSED' || code === 'ESOCKET'
      ? `No intake listens at localhost:${port}. Start the service with npm start.`
      : `✗ ${message}`,
  );
}

function canBeRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function exitWithMessage(status: number, sentence: string): never {
  console.error(sentence);
  process.exit(status);
}
