import process from 'node:process';
import { allCalls } from '@sixpence/contracts/http/calls';
import { precompressed } from '@sixpence/theme/build/precompressed';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { thirdPartyNotices } from '../tools/build/notices.mjs';
import { firstFonts } from './build/first-fonts.js';
import { prerendered } from './build/prerendered.js';
import { userGuide } from './build/user-guide.js';

const core = process.env.CORE_URL ?? 'http://localhost:3000';

/** The first segments of the paths that core answers. The site answers all other paths. */
const answeredByCore = [...new Set(allCalls.map(({ path }) => path.split('/')[1])), 'live'];

/** Core accepts state-changing calls only from its own origin, so the development server sends it. */
function asCore(proxy) {
  const sameOrigin = (request) => request.setHeader('origin', core);
  proxy.on('proxyReq', sameOrigin);
  proxy.on('proxyReqWs', sameOrigin);
}

export default defineConfig({
  plugins: [
    react(),
    firstFonts(),
    userGuide(),
    thirdPartyNotices('The site'),
    prerendered(),
    precompressed(),
  ],
  // One file of styles, because a page that was drawn at build time needs its styles before its script loads.
  build: { cssCodeSplit: false },
  server: {
    host: '127.0.0.1',
    proxy: { [`^/(${answeredByCore.join('|')})(/|\\?|$)`]: { target: core, ws: true, configure: asCore } },
  },
});
