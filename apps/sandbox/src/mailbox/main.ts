/**
 * A test mail server for a machine that has no mail server: accepts all mail of the service by SMTP and shows
 * it by HTTP. It keeps the newest 200 mails in memory, so a restart removes them. Ports: `MAILBOX_SMTP_PORT`
 * and `MAILBOX_PORT`.
 */
import { MailStore } from './mail-store.js';
import { httpServer } from './reading.js';
import { smtpServer } from './receiving.js';

const HOST = '127.0.0.1';
const mails = new MailStore();
const smtp = smtpServer((stored) => mails.add(stored));
const http = httpServer(mails);

function portOf(variable: string): number {
  const port = Number(process.env[variable]);
  if (!Number.isInteger(port) || port < 1) throw new Error(`The mailbox needs a port in ${variable}.`);
  return port;
}

// A sender that disconnects is no error of the mailbox; a busy port is.
smtp.on('error', (error: NodeJS.ErrnoException) => {
  if (error.syscall === 'listen') throw error;
  console.error(`A sender disconnected too early: ${error.message}`);
});
smtp.listen(portOf('MAILBOX_SMTP_PORT'), HOST, () => {
  http.listen(portOf('MAILBOX_PORT'), HOST, () => console.log('ready'));
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
