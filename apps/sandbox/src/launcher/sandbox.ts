import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '../processes/child.js';
import { untilReady } from '../processes/ready.js';
import type { Supervisor } from '../processes/supervisor.js';
import type { Service } from '../services/service-commands.js';
import type { OutsidePart, Part, PartContext, Variables } from './parts/part.js';
import { step } from '../progress.js';
import { loadSecrets, type Secrets } from './settings/secrets.js';
import type { Settings } from './settings/settings.js';

/** The whole service on one machine. Each part starts as soon as its needs are ready. */
export class Sandbox implements PartContext {
  readonly secrets: Secrets;
  private readonly begun = new Map<Part, Promise<void>>();
  private readonly values = new Map<Part, unknown>();
  private readonly begunLogs = new Set<string>();

  constructor(
    readonly settings: Settings,
    private readonly supervisor: Supervisor,
  ) {
    this.secrets = loadSecrets(this.path('secrets.json'));
  }

  /**
   * Resolves once every part is ready.
   * @throws the error of the first part that could not start
   */
  async start(parts: readonly Part[]): Promise<void> {
    await Promise.all(parts.map((part) => this.begin(part)));
  }

  valuesOf<Values>(part: Part<Values>): Values {
    if (!this.values.has(part)) throw new Error(`${part.name} is not ready: name it among the needs.`);
    return this.values.get(part) as Values;
  }

  path(...names: string[]): string {
    return join(this.settings.dataFolder, ...names);
  }

  /** A log begins anew with each run, so that it does not grow for ever. The log of the last run is kept. */
  logFile(name: string): string {
    const file = this.path('logs', `${name}.log`);
    if (!this.begunLogs.has(name) && existsSync(file))
      renameSync(file, this.path('logs', `${name}.last.log`));
    this.begunLogs.add(name);
    return file;
  }

  async keepRunning(title: string, start: () => Promise<Child>): Promise<void> {
    await step(title, () => this.supervisor.run(start));
  }

  async keepService(title: string, { command, ready }: Service): Promise<void> {
    await this.keepRunning(title, async () => {
      const child = Child.start(command);
      await untilReady(child, ready);
      return child;
    });
  }

  private begin(part: Part): Promise<void> {
    const earlier = this.begun.get(part);
    if (earlier) return earlier;
    const beginning = this.startPart(part);
    this.begun.set(part, beginning);
    return beginning;
  }

  private async startPart(part: Part): Promise<void> {
    await Promise.all(part.needs.map((need) => this.begin(need)));
    this.values.set(part, realServiceVariables(part, this.settings) ?? (await part.start(this)));
  }
}

/**
 * The variables of the real service that replaces this part, with those companion variables that are set.
 * Undefined when the part must be started: no real service can replace it, or a variable is missing.
 */
export function realServiceVariables(part: Part, { environment }: Settings): Variables | undefined {
  if (!isOutside(part)) return undefined;
  const named = (names: readonly string[]) =>
    names.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []));
  const given = named(part.replacedBy);
  if (given.length < part.replacedBy.length) return undefined;
  return Object.fromEntries([...given, ...named(part.companionVariables ?? [])]);
}

function isOutside(part: Part): part is OutsidePart {
  return 'replacedBy' in part;
}
