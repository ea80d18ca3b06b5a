/** `npm run mail -- FILE…`: mails files to the print address of the service on this machine, as the demo person. */
import { accessSync, constants } from 'node:fs';
import { printAddress } from '../launcher/parts/intake.js';
import { readPorts } from '../launcher/settings/ports.js';
import { sendMail } from './send.js';

const demoPerson = 'demo@example.com';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Say which files: npm run mail -- essay.pdf photo.jpg');
  process.exit(2);
}
const { MAIL_AS: from = demoPerson, PRINT_ADDRESS: to = printAddress } = process.env;
try {
  for (const file of files) accessSync(file, constants.R_OK);
  const answer = await sendMail({ from, to, files, port: readPorts(process.env).intake });
  console.log(`${from} → ${to}: ${answer}`);
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
