import type { Socket } from 'node:net';
import { type CertificateFiles, readCertificate, watchCertificate } from '@sixpence/config/certificate';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Logger } from 'pino';
import type { IntakeConfig } from './config.js';
import type { Deliveries } from './delivery.js';
import { givesWay, type Guest, type Stage } from './guests.js';
import { limits } from './limits.js';
import { isPrintAddress } from './print-address.js';
import { Reply, replies } from './reply.js';
import { senderNetwork } from './sender-network.js';

type Done = (error?: Error | null, said?: string) => void;

interface Conversing {
  config: IntakeConfig;
  deliveries: Pick<Deliveries, 'takeMail'>;
  logger: Logger;
}

/** The members of a connection that the server's types do not name. */
interface Connection {
  id: string;
  send(code: number, said: string): void;
}

/**
 * The SMTP conversation (RFC 5321): checks connections, recipients, and sizes, and hands each mail to
 * `Deliveries`.
 */
export function conversation({ config, deliveries, logger }: Conversing): SMTPServer {
  const guests = new Guests();
  const hasCertificate = config.TLS_CERT_FILE !== '';
  const options: SMTPServerOptions = {
    name: config.MAIL_HOST,
    banner: 'Sixpence, print by mail',
    size: limits.mailBytes,
    maxRecipients: 1,
    socketTimeout: limits.silentMs,
    closeTimeout: 5_000,
    disableReverseLookup: true,
    // The texts in `replies` contain their enhanced status codes.
    hideENHANCEDSTATUSCODES: true,
    hideSTARTTLS: !hasCertificate,
    disabledCommands: ['AUTH', 'VRFY', 'EXPN', 'HELP', ...(hasCertificate ? [] : (['STARTTLS'] as const))],
    logger: false,
    ...(hasCertificate && readCertificate(certificateFiles(config))),
    onClose({ id }) {
      guests.hasClosed(id);
    },
    onRcptTo({ address }, _session, done: Done) {
      if (isPrintAddress(address, config.PRINT_ADDRESS)) done();
      else done(replies.relay());
    },
    onData(stream, session, done: Done) {
      const disconnected = guests.beginMail(session.id);
      stream.once('end', () => guests.setStage('looking', session.id));
      deliveries
        .takeMail(stream, envelopeOf(session), {
          disconnected,
          proven: () => guests.setStage('proven', session.id),
        })
        .then(
          (said) => {
            done(null, said);
          },
          (error: unknown) => {
            done(error instanceof Reply ? error : replies.later(error));
          },
        )
        .finally(() => guests.mailAnswered(session.id));
    },
  };
  const server = new Reception(options, (connection, socket) => guests.welcome(connection, socket));
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') throw error;
    logger.debug({ err: error }, 'the connection of a sender failed');
  });
  if (hasCertificate) {
    const stop = watchCertificate(certificateFiles(config), {
      renewed: (certificate) => server.updateSecureContext(certificate),
      failed: (error) =>
        logger.error({ err: error }, 'the new certificate cannot be used; the earlier one stays in use'),
    });
    server.once('close', stop);
  }
  return server;
}

/**
 * Reports each connection as soon as it opens. The library's own hook comes after the greeting, too late for
 * a flood.
 */
class Reception extends SMTPServer {
  constructor(
    options: SMTPServerOptions,
    private readonly opened: (connection: Connection, socket: Socket) => void,
  ) {
    super(options);
  }

  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    super.connect(socket, options);
    const connection = [...(this.connections as Set<Connection>)].at(-1);
    if (connection) this.opened(connection, socket);
  }
}

interface Conversation extends Guest {
  connection: Connection;
  socket: Socket;
  /** Aborted when the conversation ends. */
  leaving: AbortController;
  /** Ends the conversation when no mail begins. */
  begin: NodeJS.Timeout;
  /** Ends the conversation at its deadline. */
  end: NodeJS.Timeout;
}

/** The open conversations: limits their number in all and for each network. */
class Guests {
  private readonly all = new Map<string, Conversation>();
  /** Open sockets, also of conversations that are cut off and not closed yet. */
  private sockets = 0;

  welcome(connection: Connection, socket: Socket): void {
    this.sockets += 1;
    const guest: Conversation = {
      network: senderNetwork(socket.remoteAddress ?? ''),
      stage: 'talking',
      since: performance.now(),
      connection,
      socket,
      leaving: new AbortController(),
      begin: setTimeout(() => this.cutOff(guest, replies.tooLong()), limits.beginMs),
      end: setTimeout(() => this.cutOff(guest, replies.tooLong()), limits.conversationMs),
    };
    this.all.set(connection.id, guest);
    const others = [...this.all.values()];
    if (others.filter(({ network }) => network === guest.network).length > limits.connectionsOfANetwork)
      this.cutOff(guest, replies.tooManyConnections());
    else if (others.length > limits.connections)
      this.cutOff(givesWay(others, guest) ?? guest, replies.busy());
  }

  hasClosed(id: string): void {
    this.sockets -= 1;
    this.forget(id);
  }

  /** @returns a signal that is aborted when the sender disconnects or is cut off */
  beginMail(id: string): AbortSignal {
    const guest = this.all.get(id);
    if (!guest) return AbortSignal.abort();
    clearTimeout(guest.begin);
    guest.stage = 'sending';
    return guest.leaving.signal;
  }

  setStage(stage: Stage, id: string): void {
    const guest = this.all.get(id);
    if (guest) guest.stage = stage;
  }

  mailAnswered(id: string): void {
    const guest = this.all.get(id);
    if (!guest) return;
    // Only a proven mail renews the age of its conversation. An unproven mail is cheap to send, so it must
    // not keep a conversation open.
    if (guest.stage === 'proven') guest.since = performance.now();
    guest.stage = 'talking';
    guest.begin = setTimeout(() => this.cutOff(guest, replies.tooLong()), limits.beginMs);
  }

  /** Ends a conversation. The sender of an unanswered mail keeps it, and sends it again. */
  private cutOff({ connection, socket }: Conversation, { responseCode, message }: Reply): void {
    this.forget(connection.id);
    connection.send(responseCode, message);
    // A client that does not disconnect must not fill the machine with sockets.
    if (this.sockets > 2 * limits.connections) socket.destroy();
  }

  private forget(id: string): void {
    const guest = this.all.get(id);
    clearTimeout(guest?.begin);
    clearTimeout(guest?.end);
    guest?.leaving.abort(new Error('The sender has disconnected'));
    this.all.delete(id);
  }
}

function envelopeOf({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession) {
  const { mailFrom, rcptTo } = envelope;
  const sender = mailFrom === false ? '' : mailFrom.address;
  return { ip: remoteAddress, helo: hostNameAppearsAs, sender, recipient: rcptTo[0]?.address ?? '' };
}

function certificateFiles({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: IntakeConfig): CertificateFiles {
  return { cert, key };
}
