import { operate } from './commands/operate.js';

process.exitCode = await operate(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  isRead: process.stdout.isTTY,
  err: (text) => process.stderr.write(text),
});
