import { asCommand, launch, welcome } from './launch.js';
import { parts } from './parts/parts.js';
import { readSettings } from './settings/settings.js';

/**
 * `npm start`, after installation and build: runs the whole service on this machine, on loopback, with its
 * data in `.data`. It prints the addresses and the demo sign-in. On Ctrl-C it stops exactly the processes
 * that it started.
 */
await asCommand(async () => {
  const launched = await launch(parts, readSettings(process.argv.slice(2), process.env));
  if (launched) welcome('Sixpence is ready.', parts, launched.sandbox);
});
