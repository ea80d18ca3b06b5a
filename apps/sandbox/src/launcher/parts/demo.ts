import { makeDemo, panelLink, type Demo, type DemoPrinter } from '../../services/demo.js';
import { step } from '../../progress.js';
import { core } from './core.js';
import type { Part } from './part.js';
import { printers } from './printers.js';

/**
 * The demo organisation, user, and printers. This part starts no process; it makes demo data that is missing.
 */
export const demo: Part<Demo> = {
  name: 'demo data',
  ports: [],
  data: [],
  needs: [core, printers],
  start: (context) => step('demo data', () => makeDemo(context.valuesOf(printers), context.valuesOf(core))),
  welcome(context) {
    const { user, printers: panels } = context.valuesOf(demo);
    const agent = `http://localhost:${context.settings.ports.agent}`;
    return [
      ['Sign in', `${user.email}  ${user.password}`],
      ...panels.map((panel) => ['Panel', panelLine(agent, panel)] as const),
    ];
  },
};

/**
 * The pairing link of a panel, as the terminal shows it.
 * @param box address of the box that serves the panel
 */
export function panelLine(box: string, panel: DemoPrinter): string {
  return `${panelLink(box, panel)}   (${panel.name})`;
}
