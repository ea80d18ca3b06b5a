import type { Socket } from 'node:net';
import { type CertificateFiles, readCertificate, watchCertificate } from '@sixpence/config/certificate';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Logger } from 'pino';
import type { IntakeConfig } from './config.js';
import type { Deliveries } from './delivery.js';
import { conversationToClose, type ConversationState, type Stage } from './conversation-to-close.js';
import { limits } from './limits.js';
import { isPrintAddress } from './print-address.js';
import { Reply, replies } from './reply.js';
import { senderNetwork } from './sender-network.js';

type Done = (error?: Error | null, text?: string) => void;

interface Dependencies {
  config: IntakeConfig;
  deliveries: Pick<Deliveries, 'takeMail'>;
  logger: Logger;
}

/** The members of a connection that the server's types do not name. */
interface Connection {
  id: string;
  send(code: number, text: string): void;
}

/**
 * Makes the SMTP server (RFC 5321). It checks connections, recipients, and sizes, and passes each mail to
 * `Deliveries`.
 */
export function makeSmtpServer({ config, deliveries, logger }: Dependencies): SMTPServer {
  const conversations = new Conversations();
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
      conversations.handleClose(id);
    },
    onRcptTo({ address }, _session, done: Done) {
      if (isPrintAddress(address, config.PRINT_ADDRESS)) done();
      else done(replies.relay());
    },
    onData(stream, session, done: Done) {
      const disconnected = conversations.beginMail(session.id);
      stream.once('end', () => conversations.setStage('checking', session.id));
      deliveries
        .takeMail(stream, envelopeOf(session), {
          disconnected,
          proven: () => conversations.setStage('proven', session.id),
        })
        .then(
          (text) => {
            done(null, text);
          },
          (error: unknown) => {
            done(error instanceof Reply ? error : replies.later(error));
          },
        )
        .finally(() => conversations.endMail(session.id));
    },
  };
  const server = new ConnectionReportingServer(options, (connection, socket) =>
    conversations.handleOpen(connection, socket),
  );
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
 * Reports each connection as soon as it opens. The library's own hook runs after the greeting, which is too
 * late during a flood.
 */
class ConnectionReportingServer extends SMTPServer {
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

interface Conversation extends ConversationState {
  connection: Connection;
  socket: Socket;
  /** Aborted when the conversation ends. */
  disconnected: AbortController;
  /** Ends the conversation when no mail begins. */
  beginTimer: NodeJS.Timeout;
  /** Ends the conversation at its deadline. */
  endTimer: NodeJS.Timeout;
}

/** The open conversations. Limits their number in all and for each network. */
class Conversations {
  private readonly all = new Map<string, Conversation>();
  /** Open sockets, including those of ended conversations that the client has not closed. */
  private sockets = 0;

  handleOpen(connection: Connection, socket: Socket): void {
    this.sockets += 1;
    const conversation: Conversation = {
      network: senderNetwork(socket.remoteAddress ?? ''),
      stage: 'talking',
      since: performance.now(),
      connection,
      socket,
      disconnected: new AbortController(),
      beginTimer: setTimeout(() => this.end(conversation, replies.tooLong()), limits.beginMs),
      endTimer: setTimeout(() => this.end(conversation, replies.tooLong()), limits.conversationMs),
    };
    this.all.set(connection.id, conversation);
    const all = [...this.all.values()];
    if (all.filter(({ network }) => network === conversation.network).length > limits.connectionsOfANetwork)
      this.end(conversation, replies.tooManyConnections());
    else if (all.length > limits.connections)
      this.end(conversationToClose(all, conversation) ?? conversation, replies.busy());
  }

  handleClose(id: string): void {
    this.sockets -= 1;
    this.remove(id);
  }

  /** @returns a signal that is aborted when the conversation ends */
  beginMail(id: string): AbortSignal {
    const conversation = this.all.get(id);
    if (!conversation) return AbortSignal.abort();
    clearTimeout(conversation.beginTimer);
    conversation.stage = 'sending';
    return conversation.disconnected.signal;
  }

  setStage(stage: Stage, id: string): void {
    const conversation = this.all.get(id);
    if (conversation) conversation.stage = stage;
  }

  endMail(id: string): void {
    const conversation = this.all.get(id);
    if (!conversation) return;
    // Only a proven mail resets the age of its conversation. An unproven mail is cheap to send, so it must
    // not keep a conversation open.
    if (conversation.stage === 'proven') conversation.since = performance.now();
    conversation.stage = 'talking';
    conversation.beginTimer = setTimeout(() => this.end(conversation, replies.tooLong()), limits.beginMs);
  }

  /** Ends a conversation. The sender keeps a mail that was not answered, and sends it again. */
  private end({ connection, socket }: Conversation, { responseCode, message }: Reply): void {
    this.remove(connection.id);
    connection.send(responseCode, message);
    // Clients that do not disconnect must not use up the machine's sockets.
    if (this.sockets > 2 * limits.connections) socket.destroy();
  }

  private remove(id: string): void {
    const conversation = this.all.get(id);
    clearTimeout(conversation?.beginTimer);
    clearTimeout(conversation?.endTimer);
    conversation?.disconnected.abort(new Error('The sender has disconnected'));
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
