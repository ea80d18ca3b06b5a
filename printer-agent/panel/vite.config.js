import process from 'node:process';
import { precompressed } from '@sixpence/theme/build/precompressed';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The agent whose printers the development server shows. */
const agent = new URL(process.env.AGENT_URL ?? 'http://localhost:3100').origin;
const base = '/panel-app/';

/**
 * The development server has the page of each printer where the agent has it: its address names the printer. It sees
 * each request before the proxy does, so that a link that pairs is left as it is.
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
 * The agent opens a socket to its own pages only. A page of this server counts as one; whatever else opens a socket
 * here keeps its origin, and is refused by the agent.
 */
function asAgent(proxy) {
  proxy.on('proxyReqWs', (toAgent, { headers }) => {
    if (headers.origin === `http://${headers.host}`) toAgent.setHeader('origin', agent);
  });
}

/**
 * The agent serves the built panel under `base`. On the development server `/` lists the printers of the agent at
 * `AGENT_URL`, and `/panel/<printer>?story=<name>` shows one screen by itself.
 */
export default defineConfig({
  base,
  plugins: [react(), panelPages, precompressed()],
  server: {
    host: '127.0.0.1',
    proxy: {
      // A link that pairs leads back here.
      '^/panel/[^/]+\\?pair=': { target: agent, changeOrigin: true },
      '^/$': { target: agent, changeOrigin: true },
      '^/panel/[^/]+/pictures/': { target: agent, changeOrigin: true },
      '^/panel/[^/]+/socket$': { target: agent, changeOrigin: true, ws: true, configure: asAgent },
    },
  },
});
