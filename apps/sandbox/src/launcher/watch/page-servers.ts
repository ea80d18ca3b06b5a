import { join } from 'node:path';
import { checkout } from '../../checkout.js';
import { Child } from '../../processes/child.js';
import { answers, untilReady } from '../../processes/ready.js';
import { agent } from '../parts/agent.js';
import { core } from '../parts/core.js';
import { demo, panelLine } from '../parts/demo.js';
import type { Part, PartContext } from '../parts/part.js';
import type { PortName } from '../settings/ports.js';

/** Vite serves the site from its sources and proxies calls to core. */
export const siteServer: Part = {
  name: 'site server',
  ports: ['siteServer'],
  data: [],
  needs: [core],
  start: (context) => startVite(context, { name: 'site', folder: 'web', port: 'siteServer', base: '/' }),
  welcome: ({ settings }) => [['Site, hot', `http://localhost:${settings.ports.siteServer}`]],
};

/** Vite serves the panels from their sources and proxies their sockets to the agent. */
export const panelServer: Part = {
  name: 'panel server',
  ports: ['panelServer'],
  data: [],
  needs: [agent, demo],
  start: (context) =>
    startVite(context, {
      name: 'panel',
      folder: 'printer-agent/panel',
      port: 'panelServer',
      base: '/panel-app/',
    }),
  welcome(context) {
    const address = `http://localhost:${context.settings.ports.panelServer}`;
    return context.valuesOf(demo).printers.map((panel) => ['Panel, hot', panelLine(address, panel)] as const);
  },
};

interface Pages {
  readonly name: string;
  readonly folder: string;
  readonly port: PortName;
  readonly base: string;
}

async function startVite(context: PartContext, { name, folder, port: portName, base }: Pages): Promise<void> {
  const { ports } = context.settings;
  const port = ports[portName];
  await context.keepRunning(`${name} on http://localhost:${port}`, async () => {
    const child = Child.start({
      name: `${name} server`,
      program: process.execPath,
      args: [
        join(checkout, 'node_modules/vite/bin/vite.js'),
        join(checkout, folder),
        '--port',
        String(port),
        '--strictPort',
        '--clearScreen',
        'false',
      ],
      env: {
        CORE_URL: `http://localhost:${ports.core}`,
        AGENT_URL: `http://localhost:${ports.agent}`,
      },
      logFile: context.logFile(`${name}-server`),
    });
    await untilReady(child, answers(`http://127.0.0.1:${port}${base}`));
    return child;
  });
}
