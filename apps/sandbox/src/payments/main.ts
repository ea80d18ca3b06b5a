/**
 * The payments of a machine without a Stripe account: Stripe's REST, script, and pages on this machine, where
 * only test cards pay. Variables: `PAYMENTS_PORT`; `PAYMENTS_DIR` for the keys and the stored objects;
 * `PAYMENTS_WEBHOOK_URL` for webhooks.
 */
import { join } from 'node:path';
import { keptKeys } from './keys.js';
import { paymentsServer } from './serve.js';

const HOST = '127.0.0.1';
const { PAYMENTS_PORT: port = '', PAYMENTS_DIR: folder = '', PAYMENTS_WEBHOOK_URL: webhooks } = process.env;
if (!(Number(port) > 0) || folder === '') throw new Error('Give PAYMENTS_PORT and PAYMENTS_DIR.');

const server = paymentsServer({
  url: `http://${HOST}:${port}`,
  keys: keptKeys(folder),
  webhooks,
  file: join(folder, 'payments.jsonl'),
});
server.listen(Number(port), HOST, () => console.log('ready'));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
