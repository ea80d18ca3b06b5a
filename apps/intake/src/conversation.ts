import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Logger } from 'pino';
import type { IntakeConfig } from './config.js';
import type { Deliveries } from './delivery.js';
import { limits } from './limits.js';
import { isPrintAddress } from './print-address.js';
import { Reply, replies } from './reply.js';
import type { Spool } from './spool.js';

/** How often to look whether there is a new certificate. */
const lookAgainMs = 2_000;

type Done = (error?: Error | null, said?: string) => void;

interface Conversing {
  config: IntakeConfig;
  spool: Spool;
  deliveries: Deliveries;
  logger: Logger;
}

/** The SMTP conversation (RFC 5321): who may speak, to whom, and how much; what was said goes on to `Deliveries`. */
export function conversation({ config, spool, deliveries, logger }: Conversing): SMTPServer {
  /** Connections by their sessions, which end once each. */
  const addresses = new Map<string, string>();
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
    ...(hasCertificate && certificateOf(config)),
    onConnect(session, done: Done) {
      const others = [...addresses.values()].filter((address) => address === session.remoteAddress);
      if (others.length >= limits.connectionsOfAnAddress) {
        done(replies.tooManyConnections());
        return;
      }
      addresses.set(session.id, session.remoteAddress);
      done();
    },
    onClose(session) {
      addresses.delete(session.id);
    },
    onRcptTo({ address }, _session, done: Done) {
      if (!isPrintAddress(address, config.PRINT_ADDRESS)) done(replies.relay());
      else if (spool.isFull) done(replies.busy());
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
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') throw error;
    logger.debug({ err: error }, 'a sender broke off');
  });
  if (hasCertificate) renewCertificate(server, config, logger);
  return server;
}

function envelopeOf({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession) {
  const { mailFrom, rcptTo } = envelope;
  const sender = mailFrom === false ? '' : mailFrom.address;
  return { ip: remoteAddress, helo: hostNameAppearsAs, sender, recipient: rcptTo[0]?.address ?? '' };
}

function certificateOf({ TLS_CERT_FILE, TLS_KEY_FILE }: IntakeConfig) {
  return {
    cert: readFileSync(TLS_CERT_FILE),
    key: readFileSync(TLS_KEY_FILE),
    minVersion: 'TLSv1.2' as const,
  };
}

/** A certificate that was renewed counts from the next connection on; one that cannot be read changes nothing. */
function renewCertificate(server: SMTPServer, config: IntakeConfig, logger: Logger): void {
  const files = [config.TLS_CERT_FILE, config.TLS_KEY_FILE];
  for (const file of files) {
    watchFile(file, { interval: lookAgainMs, persistent: false }, () => {
      try {
        const renewed = certificateOf(config);
        // Tried first: the server forgets the earlier one before it looks at the new.
        createSecureContext(renewed);
        server.updateSecureContext(renewed);
      } catch (error) {
        logger.error({ err: error }, 'the new certificate cannot be used, the earlier one stays');
      }
    });
  }
  server.once('close', () => {
    for (const file of files) unwatchFile(file);
  });
}
