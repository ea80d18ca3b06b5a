import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type * as gateway from '@sixpence/contracts/agent/gateway';
import { checkout } from '@sixpence/sandbox/checkout';

const folder = join(checkout, 'test/fixtures/contracts');

/** Core's messages to a box: its welcome, and the first answer to each question. */
export interface CoreMessages {
  readonly welcome: Extract<gateway.CoreFrame, { type: 'welcome' }>;
  readonly answers: { readonly [N in gateway.AgentRequestName]: gateway.AgentAnswer<N> };
}

/** A version of the service that `npm run freeze` stored, by its contract number. */
export class FrozenVersion {
  private constructor(readonly contract: number) {}

  static all(): FrozenVersion[] {
    const contracts = readdirSync(folder).map(Number);
    return contracts.sort((one, other) => one - other).map((contract) => new FrozenVersion(contract));
  }

  /**
   * Unpacks the agent's program.
   * @returns its file
   */
  unpackBox(into: string): string {
    const file = join(into, `box-${this.contract}.mjs`);
    writeFileSync(file, this.unpacked('box.mjs.br'));
    return file;
  }

  /** The contract by which core read the messages of boxes. */
  async gateway(): Promise<typeof gateway> {
    const code = this.unpacked('gateway.mjs.br').toString('base64');
    return (await import(`data:text/javascript;base64,${code}`)) as typeof gateway;
  }

  get coreMessages(): CoreMessages | undefined {
    const file = this.file('core.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CoreMessages) : undefined;
  }

  storeCoreMessages(messages: CoreMessages): void {
    writeFileSync(this.file('core.json'), `${JSON.stringify(messages, null, 2)}\n`);
  }

  private unpacked(name: string): Buffer {
    return brotliDecompressSync(readFileSync(this.file(name)));
  }

  private file(name: string): string {
    return join(folder, String(this.contract), name);
  }
}
