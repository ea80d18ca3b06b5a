import { type CertificateFiles, readCertificate, watchCertificate } from '@sixpence/config/certificate';
import { networkOf } from '@sixpence/config/networks';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Logger } from 'pino';
import type { IntakeConfig } from './config.js';
import type { Deliveries } from './delivery.js';
import { limits } from './limits.js';
import { isPrintAddress } from './print-address.js';
import { Reply, replies } from './reply.js';
import type { Spool } from './spool.js';

type Done = (error?: Error | null, said?: string) => void;

interface Conversing {
  config: IntakeConfig;
  spool: Spool;
  deliveries: Deliveries;
  logger: Logger;
}

/** What the server keeps of a connection, which its types do not name. */
interface Connection {
  id: string;
  send(code: number, said: string): void;
}

/** The SMTP conversation (RFC 5321): who may speak, to whom, and how much; what was said goes on to `Deliveries`. */
export function conversation({ config, spool, deliveries, logger }: Conversing): SMTPServer {
  /** Connections by their sessions, which end once each. */
  const open = new Map<string, { network: string; end: NodeJS.Timeout }>();
  const hasCertificate = config.TLS_CERT_FILE !== '';
  const server = new SMTPServer({
    name: config.MAIL_HOST,
    banner: 'Sixpence, print by mail',
    size: limits.mailBytes,
    maxClients: limits.connections,
    maxRecipients: 1,
    socketTimeout: limits.silentMs,
    closeTimeout: 5_000,
    disableReverseLookup: true,
    // Our replies say their own.
    hideENHANCEDSTATUSCODES: true,
    hideSTARTTLS: !hasCertificate,
    disabledCommands: ['AUTH', 'VRFY', 'EXPN', 'HELP', ...(hasCertificate ? [] : (['STARTTLS'] as const))],
    logger: false,
    ...(hasCertificate && readCertificate(certificateFiles(config))),
    onConnect(session, done: Done) {
      const network = networkOf(session.remoteAddress);
      const others = [...open.values()].filter((each) => each.network === network);
      if (others.length >= limits.connectionsOfANetwork) {
        done(replies.tooManyConnections());
        return;
      }
      open.set(session.id, { network, end: setTimeout(() => cutOff(session.id), limits.conversationMs) });
      done();
    },
    onClose({ id }) {
      clearTimeout(open.get(id)?.end);
      open.delete(id);
    },
    onRcptTo({ address }, session, done: Done) {
      if (!isPrintAddress(address, config.PRINT_ADDRESS)) done(replies.relay());
      else if (spool.isFullFor(networkOf(session.remoteAddress))) done(replies.busy());
      else done();
    },
    onData(stream, session, done: Done) {
      deliveries.take(stream, envelopeOf(session)).then(
        (said) => {
          done(null, said);
        },
        (error: unknown) => {
          done(error instanceof Reply ? error : replies.later(error));
        },
      );
    },
  });
  /** A mail that is on its way has no answer yet: whoever sends it keeps it. */
  const cutOff = (id: string) => {
    const { responseCode, message } = replies.tooLong();
    for (const connection of server.connections as Set<Connection>)
      if (connection.id === id) connection.send(responseCode, message);
  };
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') throw error;
    logger.debug({ err: error }, 'a sender broke off');
  });
  if (hasCertificate) {
    const stop = watchCertificate(certificateFiles(config), {
      renewed: (certificate) => server.updateSecureContext(certificate),
      failed: (error) =>
        logger.error({ err: error }, 'the new certificate cannot be used, the earlier one stays'),
    });
    server.once('close', stop);
  }
  return server;
}

function envelopeOf({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession) {
  const { mailFrom, rcptTo } = envelope;
  const sender = mailFrom === false ? '' : mailFrom.address;
  return { ip: remoteAddress, helo: hostNameAppearsAs, sender, recipient: rcptTo[0]?.address ?? '' };
}

function certificateFiles({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: IntakeConfig): CertificateFiles {
  return { cert, key };
}
