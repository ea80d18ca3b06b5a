import { SMTPServer } from 'smtp-server';

/**
 * An SMTP server that reads every mail to its end and drops it. It runs as its own process and reports its
 * port.
 */
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.resume().once('end', done);
  },
});
const listening = server.listen(0, '127.0.0.1', () => {
  const address = listening.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
process.once('disconnect', () => process.exit(0));
