import { Resolver } from 'node:dns/promises';
import { limits } from './limits.js';

/** A query to the domain name system. */
export interface Name {
  name: string;
  /** `TXT`, `MX`, … */
  type: string;
}

/** The answer of the name servers, in the shapes of `node:dns`, or the code of its error. */
export type Found = { records: unknown } | { code: string };

/** The answers for one mail, by `keyOf` each name. */
export type Known = ReadonlyMap<string, Found>;

export function keyOf({ name, type }: Name): string {
  return `${type} ${name}`;
}

/** Queries name servers in the process of the conversation, so that a slow answer occupies no reader. */
export class NameServers {
  private readonly resolver = new Resolver({ timeout: 2_000, tries: 2 });

  /** @param servers their addresses; empty for the machine's own */
  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** The queries for one mail, until `late` is aborted. */
  about(late: AbortSignal): NamesOfAMail {
    return new NamesOfAMail((name, type) => this.resolver.resolve(name, type), late);
  }
}

type Resolve = (name: string, type: string) => Promise<unknown>;

/**
 * The answers for one mail. A name without an answer in time, and a name above the limit, count as a timeout.
 */
export class NamesOfAMail {
  private readonly answers = new Map<string, Found>();
  private readonly isLate: Promise<Found>;

  constructor(
    private readonly resolve: Resolve,
    private readonly late: AbortSignal,
  ) {
    this.isLate = new Promise((settle) => {
      late.addEventListener('abort', () => settle({ code: 'ETIMEOUT' }), { once: true });
    });
  }

  get known(): Known {
    return this.answers;
  }

  async lookUp(names: readonly Name[]): Promise<void> {
    const room = this.late.aborted ? 0 : limits.names - this.answers.size;
    const found = await Promise.all(
      names.map(async (name, index): Promise<[string, Found]> => [
        keyOf(name),
        index < room ? await Promise.race([this.found(name), this.isLate]) : { code: 'ETIMEOUT' },
      ]),
    );
    for (const [key, answer] of found) this.answers.set(key, answer);
  }

  private async found({ name, type }: Name): Promise<Found> {
    try {
      return { records: await this.resolve(name, type) };
    } catch (error) {
      return { code: (error as NodeJS.ErrnoException).code ?? 'ESERVFAIL' };
    }
  }
}
