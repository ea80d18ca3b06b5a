import { makeDemo, panelLink, type Demo, type DemoPrinter } from '../../services/demo.js';
import { step } from '../../progress.js';
import { core } from './core.js';
import type { Part } from './part.js';
import { printers } from './printers.js';

/** The demo organisation, user, and printers. This part is no process: it only makes missing demo data. */
export const demo: Part<Demo> = {
  name: 'demo data',
  ports: [],
  data: [],
  needs: [core, printers],
  start: (place) => step('demo data', () => makeDemo(place.of(printers), place.of(core))),
  welcome(place) {
    const { user, printers: panels } = place.of(demo);
    const agent = `http://localhost:${place.settings.ports.agent}`;
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
