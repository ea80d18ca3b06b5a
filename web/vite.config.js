import process from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const core = process.env.CORE_URL ?? 'http://localhost:3000';

/** What core answers itself; every other address is the site's. */
const calls = [
  'validate-session',
  'email-login',
  'logout-session',
  'footer-email',
  'fetch-documents',
  'fetch-file-metadata',
  'file-upload',
  'remove-pages',
  'delete-document',
  'set-print-sides',
  'set-print-color',
  'create-code',
  'user-account-balance',
  'print-address',
  'document-pages',
  'storage',
  'live',
];

/** Core takes state-changing calls from its own origin only, so that the development server speaks in its name. */
function asCore(proxy) {
  const sameOrigin = (request) => request.setHeader('origin', core);
  proxy.on('proxyReq', sameOrigin);
  proxy.on('proxyReqWs', sameOrigin);
}

export default defineConfig({
  plugins: [react()],
  server: {
    host: '127.0.0.1',
    proxy: { [`^/(${calls.join('|')})(/|\\?|$)`]: { target: core, ws: true, configure: asCore } },
  },
});
