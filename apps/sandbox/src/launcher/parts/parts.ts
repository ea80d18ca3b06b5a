import { agent } from './agent.js';
import { converter } from './converter.js';
import { core } from './core.js';
import { demo } from './demo.js';
import { dns } from './dns.js';
import { intake } from './intake.js';
import { outside } from './outside.js';
import type { Part } from './part.js';
import { printers } from './printers.js';

/** All parts, in the order in which the terminal lists them. The order of the starts follows from `needs`. */
export const parts: readonly Part[] = [core, demo, converter, intake, agent, printers, dns, ...outside];
