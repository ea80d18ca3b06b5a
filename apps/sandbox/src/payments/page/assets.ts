import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';
import type { HttpAnswer } from '../answer.js';

const folder = join(checkout, 'apps/sandbox/payment-page');
const script = 'text/javascript; charset=utf-8';
const modules = ['appearance', 'card-fields', 'form', 'main', 'payment-calls'];

/** The files that a browser may load, by address. */
const files: Readonly<Record<string, { file: string; type: string }>> = {
  // Stripe's own script has these two addresses.
  '/v3/stripe.js': { file: 'dist/stripe-js.js', type: script },
  '/endive/stripe.js': { file: 'dist/stripe-js.js', type: script },
  '/element': { file: 'frame.html', type: 'text/html; charset=utf-8' },
  '/frame.css': { file: 'frame.css', type: 'text/css; charset=utf-8' },
  ...Object.fromEntries(
    modules.map((name) => [`/frame/${name}.js`, { file: `dist/frame/${name}.js`, type: script }]),
  ),
};

/** Pages of the merchant on this machine embed the frame. The frame loads nothing from other origins. */
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors http://localhost:* http://127.0.0.1:*',
].join('; ');

export function assetAt(path: string): HttpAnswer | undefined {
  const asset = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!asset) return undefined;
  const file = join(folder, asset.file);
  if (!existsSync(file)) throw new Error(`${file} is not there: compile first.`);
  const headers = {
    'content-type': asset.type,
    'content-security-policy': framePolicy,
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: readFileSync(file, 'utf8') };
}
