/**
 * Stand-ins for the three identity providers, as OpenID Connect issuers. They listen on 127.0.0.1, which for
 * a browser is another site than localhost, as the real providers are. A user may sign in with any address.
 * The providers keep their state in memory; the secrets that core shares with them lie in a folder.
 * Variables: `IDENTITY_PORT`, `IDENTITY_DIR`.
 */
import { sharedSecrets } from './clients.js';
import { identityServer } from './serve.js';

const HOST = '127.0.0.1';
const { IDENTITY_PORT: port = '', IDENTITY_DIR: folder = '' } = process.env;
if (!(Number(port) > 0) || folder === '') throw new Error('Give IDENTITY_PORT and IDENTITY_DIR.');

const server = identityServer(`http://${HOST}:${port}`, sharedSecrets(folder));
server.listen(Number(port), HOST, () => console.log('ready'));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
