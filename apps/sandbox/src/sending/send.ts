import { basename } from 'node:path';
import { createTransport } from 'nodemailer';

export interface SentMail {
  readonly from: string;
  readonly to: string;
  readonly files: readonly string[];
  /** The intake's port on this machine. */
  readonly port: number;
}

/**
 * Sends a mail with these files to the intake of this machine.
 * @returns the intake's answer
 * @throws Error with its refusal
 */
export async function sendMail({ from, to, files, port }: SentMail): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const { response } = await transport.sendMail({
    from,
    to,
    subject: files.map((file) => basename(file)).join(', '),
    text: 'Please print what is attached.',
    attachments: files.map((path) => ({ path, filename: basename(path) })),
  });
  return response;
}
