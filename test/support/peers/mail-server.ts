import { randomBytes } from 'node:crypto';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../free-port.js';

/** The server's reply to an address; undefined accepts the mail. */
type Reply = { code: number; text: string } | undefined;

/** A mail server on this machine that keeps accepted mails and refuses as a test asks. */
export class MailServer implements AsyncDisposable {
  /** `from` is the address of MAIL FROM. */
  readonly accepted: { raw: string; mail: ParsedMail; from: string }[] = [];
  private answer: (address: string) => Reply = () => undefined;
  private readonly refusals = new Map<'MAIL FROM' | 'DATA', Reply>();

  private constructor(
    private readonly server: SMTPServer,
    readonly url: string,
  ) {}

  static async start(): Promise<MailServer> {
    const port = await freePort();
    const password = randomBytes(8).toString('hex');
    const server = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        if (auth.username === 'sixpence' && auth.password === password) done(null, { user: 'sixpence' });
        else done(new Error('Wrong password'));
      },
      onMailFrom: (_sender, _session, done) => {
        done(asError(started.refusals.get('MAIL FROM')));
      },
      onRcptTo: ({ address }, _session, done) => {
        done(asError(started.answer(address)));
      },
      onData: (stream, { envelope: { mailFrom } }, done) => {
        void stream.toArray().then(async (pieces: Buffer[]) => {
          const refused = asError(started.refusals.get('DATA'));
          if (refused) {
            done(refused);
            return;
          }
          const raw = Buffer.concat(pieces).toString();
          const from = mailFrom === false ? '' : mailFrom.address;
          started.accepted.push({ raw, mail: await simpleParser(raw), from });
          done();
        }, done);
      },
    });
    const started = new MailServer(server, `smtp://sixpence:${password}@127.0.0.1:${port}`);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return started;
  }

  /** Sets the replies to addresses from now on. */
  answers(answer: (address: string) => Reply): void {
    this.answer = answer;
  }

  /** Sets the reply to this command from now on, for every sender; undefined accepts. */
  answersTo(command: 'MAIL FROM' | 'DATA', reply: Reply): void {
    this.refusals.set(command, reply);
  }

  /** The accepted mails to this address, oldest first. */
  to(address: string): { raw: string; mail: ParsedMail; from: string }[] {
    return this.accepted.filter(({ mail }) => [mail.to ?? []].flat().some((to) => to.text === address));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }
}

function asError(reply: Reply): Error | null {
  return reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
}
