import { Resolver } from 'node:dns/promises';
import { limits } from './limits.js';

/** A query to the domain name system (DNS). */
export interface DnsQuery {
  name: string;
  /** `TXT`, `MX`, … */
  type: string;
}

/** The answer of the name servers, in the shapes of `node:dns`, or the code of its error. */
export type DnsAnswer = { records: unknown } | { code: string };

/** The answers for one mail. The key of a query is `keyOf`. */
export type DnsAnswers = ReadonlyMap<string, DnsAnswer>;

export function keyOf({ name, type }: DnsQuery): string {
  return `${type} ${name}`;
}

/** Queries name servers in the process of the conversation, so that a slow answer occupies no reader. */
export class NameServers {
  private readonly resolver = new Resolver({ timeout: 2_000, tries: 2 });

  /** @param servers their addresses; empty for the machine's own */
  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** The queries for one mail, until `deadline` is aborted. */
  queriesFor(deadline: AbortSignal): QueriesOfMail {
    return new QueriesOfMail((name, type) => this.resolver.resolve(name, type), deadline);
  }
}

type Resolve = (name: string, type: string) => Promise<unknown>;

/**
 * The queries for one mail, with their answers. A query without an answer in time, and a query above the
 * limit, count as a timeout.
 */
export class QueriesOfMail {
  private readonly answers = new Map<string, DnsAnswer>();
  private readonly timeout: Promise<DnsAnswer>;

  constructor(
    private readonly resolve: Resolve,
    private readonly deadline: AbortSignal,
  ) {
    this.timeout = new Promise((settle) => {
      deadline.addEventListener('abort', () => settle({ code: 'ETIMEOUT' }), { once: true });
    });
  }

  get known(): DnsAnswers {
    return this.answers;
  }

  async lookUp(names: readonly DnsQuery[]): Promise<void> {
    const remaining = this.deadline.aborted ? 0 : limits.dnsQueries - this.answers.size;
    const answers = await Promise.all(
      names.map(async (name, index): Promise<[string, DnsAnswer]> => [
        keyOf(name),
        index < remaining ? await Promise.race([this.query(name), this.timeout]) : { code: 'ETIMEOUT' },
      ]),
    );
    for (const [key, answer] of answers) this.answers.set(key, answer);
  }

  private async query({ name, type }: DnsQuery): Promise<DnsAnswer> {
    try {
      return { records: await this.resolve(name, type) };
    } catch (error) {
      return { code: (error as NodeJS.ErrnoException).code ?? 'ESERVFAIL' };
    }
  }
}
