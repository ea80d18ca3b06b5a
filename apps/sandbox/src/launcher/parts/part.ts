import type { Child } from '../../processes/child.js';
import type { Service } from '../../services/service-commands.js';
import type { PortName } from '../settings/ports.js';
import type { Secrets } from '../settings/secrets.js';
import type { Settings } from '../settings/settings.js';

/** Environment variables: `{ DATABASE_URL: 'postgres://…' }`. */
export type Variables = Readonly<Record<string, string>>;

/**
 * A part of the service on this machine. A new part needs a file beside this one and an entry in `parts.ts`.
 */
export interface Part<Values = unknown> {
  readonly name: string;
  readonly ports: readonly PortName[];
  /** Names of the part's files and folders below the data folder; `--fresh` removes them. */
  readonly data: readonly string[];
  /** The parts that must be ready before this one starts. */
  readonly needs: readonly Part[];
  /** Starts the part. Resolves once it is ready, with the values that dependent parts need. */
  start(context: PartContext): Promise<Values>;
  /** Removes the data that lies outside of the data folder. */
  removeData?(dataFolder: string): void;
  /** Lines for the end of a start: `['Mail', 'http://localhost:1080']`. */
  welcome?(context: PartContext): readonly (readonly [what: string, where: string])[];
}

/**
 * An external service. If the environment holds all variables of a real service, it is used, and the stand-in
 * is not started.
 */
export interface OutsidePart extends Part<Variables> {
  readonly replacedBy: readonly string[];
  /** Optional variables of the real service. */
  readonly companionVariables?: readonly string[];
}

/** The functions that a part may call while it starts. */
export interface PartContext {
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** The values that another part provided. That part must be in `needs`. */
  valuesOf<Values>(part: Part<Values>): Values;
  /** A path below the data folder. */
  path(...names: string[]): string;
  logFile(name: string): string;
  /** Starts a process and restarts it whenever it ends by itself. Resolves once it is ready. */
  keepRunning(title: string, start: () => Promise<Child>): Promise<void>;
  /** Like `keepRunning`, for a process that a service describes. */
  keepService(title: string, service: Service): Promise<void>;
}
