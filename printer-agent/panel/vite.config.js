import process from 'node:process';
import { precompressed } from '@sixpence/theme/build/precompressed';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { thirdPartyNotices } from '../../tools/build/notices.mjs';

/** The agent whose printers the development server shows. */
const agent = new URL(process.env.AGENT_URL ?? 'http://localhost:3100').origin;
const base = '/panel-app/';

/**
 * Serves the panel page at the agent's addresses, because the page reads its printer from the address. This
 * runs before the proxy, so it leaves pairing links unchanged.
 */
const panelPages = {
  name: 'panel-pages',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/panel\/[^/?]+(?=\?(?!pair=)|$)/, base);
      next();
    });
  },
};

/**
 * Gives sockets of the development server's own pages the origin that the agent requires. A socket from
 * another page keeps its origin, and the agent refuses it.
 */
function asAgent(proxy) {
  proxy.on('proxyReqWs', (toAgent, { headers }) => {
    if (headers.origin === `http://${headers.host}`) toAgent.setHeader('origin', agent);
  });
}

/**
 * The agent serves the built panel under `base`. On the development server `/` lists the printers of the
 * agent at `AGENT_URL`, and `/panel/<printer>?story=<name>` shows a single screen.
 */
export default defineConfig({
  base,
  plugins: [react(), panelPages, thirdPartyNotices('The panel'), precompressed()],
  server: {
    host: '127.0.0.1',
    proxy: {
      // The agent pairs this browser and redirects back here.
      '^/panel/[^/]+\\?pair=': { target: agent, changeOrigin: true },
      '^/$': { target: agent, changeOrigin: true },
      '^/panel/[^/]+/pictures/': { target: agent, changeOrigin: true },
      '^/panel/[^/]+/socket$': { target: agent, changeOrigin: true, ws: true, configure: asAgent },
    },
  },
});
