import { asCommand, launch, welcome } from './launch.js';
import { parts } from './parts/parts.js';
import { readSettings } from './settings/settings.js';

/**
 * `npm start`, once everything is installed and built: the whole service on this machine, on loopback, with its data in
 * `.data`. It ends with the addresses and the demo sign-in, and stops everything it started, and nothing else, on Ctrl-C.
 */
await asCommand(async () => {
  const launched = await launch(parts, readSettings(process.argv.slice(2), process.env));
  if (launched) welcome('Sixpence is ready.', parts, launched.sandbox);
});
