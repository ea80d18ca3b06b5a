import { setTimeout as pause } from 'node:timers/promises';
import { agentService, isOnline } from '../../services/service-commands.js';
import { publishPages } from '../settings/published-pages.js';
import { note } from '../../progress.js';
import { core, coreUrl } from './core.js';
import { demo } from './demo.js';
import type { Part, PartContext } from './part.js';

const ONLINE_WITHIN_MS = 15_000;

/** The printer agent of the demo site, with its panels. */
export const agent: Part = {
  name: 'agent',
  ports: ['agent'],
  data: ['agent', 'panel'],
  needs: [core, demo],
  async start(context) {
    const { invite } = context.valuesOf(demo);
    const environment = {
      CORE_URL: coreUrl(context),
      AGENT_DATA_DIR: context.path('agent'),
      AGENT_PORT: String(context.settings.ports.agent),
      PANEL_DIR: publishPages('printer-agent/panel/dist', context.path('panel')),
      // The agent uses it once, when its folder holds no identity yet.
      ...(invite === null ? {} : { AGENT_INVITE: invite }),
    };
    const address = `http://localhost:${context.settings.ports.agent}`;
    const options = { name: 'agent', environment, logFile: context.logFile('agent') };
    await context.keepService(`agent on ${address}`, agentService(options));
    await untilOnline(address, context);
  },
};

/** Waits until the agent can check print codes with core. */
async function untilOnline(address: string, context: PartContext): Promise<void> {
  const end = Date.now() + ONLINE_WITHIN_MS;
  while (!(await isOnline(address))) {
    if (Date.now() > end) {
      note(
        `The agent does not reach core yet; the panels say so until it does. Its log: ${context.logFile('agent')}`,
      );
      return;
    }
    await pause(50);
  }
}
