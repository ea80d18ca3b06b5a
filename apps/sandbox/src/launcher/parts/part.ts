import type { Child } from '../../processes/child.js';
import type { Service } from '../../services/service-commands.js';
import type { PortName } from '../settings/ports.js';
import type { Secrets } from '../settings/secrets.js';
import type { Settings } from '../settings/settings.js';

/** Variables of the environment: `{ DATABASE_URL: 'postgres://…' }`. */
export type Variables = Readonly<Record<string, string>>;

/**
 * One thing that runs when the whole service runs on this machine. A new one is a file beside this one and a line in
 * `parts.ts`.
 */
export interface Part<Given = unknown> {
  readonly name: string;
  readonly ports: readonly PortName[];
  /** What it keeps below the data folder, by name; `--fresh` removes it. */
  readonly data: readonly string[];
  /** What has to be ready before it starts. */
  readonly needs: readonly Part[];
  /** Starts it and answers, once it is ready, what those that need it have to know. */
  start(place: Place): Promise<Given>;
  /** Where its data lies when that is not simply below the data folder; removes it. */
  removeData?(dataFolder: string): void;
  /** What the reader should know of it once everything is ready: `['Mail', 'http://localhost:1080']`. */
  welcome?(place: Place): readonly (readonly [what: string, where: string])[];
}

/** A part of the world outside. Given all its variables in the environment, the real one is used and ours is not started. */
export interface OutsidePart extends Part<Variables> {
  readonly replacedBy: readonly string[];
  /** Variables of the real one that may be given besides. */
  readonly goingWith?: readonly string[];
}

/** What a part finds around it. */
export interface Place {
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** What a part has given that this one needs. */
  of<Given>(part: Part<Given>): Given;
  /** A path below the data folder. */
  path(...names: string[]): string;
  logFile(name: string): string;
  /** Starts a process, and again whenever it ends by itself; answers once it is ready. */
  keepRunning(title: string, start: () => Promise<Child>): Promise<void>;
  /** The same for a process that a service describes. */
  keepService(title: string, service: Service): Promise<void>;
}
