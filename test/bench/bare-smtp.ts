import { SMTPServer } from 'smtp-server';

/** A server that takes every mail to its end and drops it: a process of its own, which tells its port. */
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
