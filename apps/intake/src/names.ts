import { Resolver } from 'node:dns/promises';
import { limits } from './limits.js';

/** A question to the domain name system. */
export interface Name {
  name: string;
  /** `TXT`, `MX`, … */
  type: string;
}

/** What name servers said, in the shapes of `node:dns`, or the code of its error. */
export type Found = { records: unknown } | { code: string };

/** What is known about one mail, by `keyOf` each name. */
export type Known = ReadonlyMap<string, Found>;

export function keyOf({ name, type }: Name): string {
  return `${type} ${name}`;
}

/** Asks name servers, in the process of the conversation: a question waits here, and occupies no reader. */
export class NameServers {
  private readonly resolver = new Resolver({ timeout: 2_000, tries: 2 });

  /** @param servers the machine's own if there are none */
  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** What is known about one mail grows here, until `late`. */
  about(late: AbortSignal): NamesOfAMail {
    return new NamesOfAMail((name, type) => this.resolver.resolve(name, type), late);
  }
}

type Resolve = (name: string, type: string) => Promise<unknown>;

/** A name without an answer in time counts as one whose servers do not answer, and so does one name too many. */
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

  async ask(names: readonly Name[]): Promise<void> {
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
