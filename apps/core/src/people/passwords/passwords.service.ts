import { hash, verify, type Options } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { NetworkTurns } from '../../platform/http/network/network-turns.js';

/** argon2id (the library's default), 46 MiB, one pass, one lane: the OWASP recommendation of that memory class. */
const cost: Options = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
/** Of one customer of a provider, such as a hall, and of all. */
const bounds = { atOnce: 4, mostOfCustomer: 200, most: 5_000 };

/** Hashes and checks passwords, a few at a time, with the same work for people who do not exist. */
@Injectable()
export class PasswordsService {
  private readonly turns = new NetworkTurns(bounds, () => new Refusal('service.unavailable', undefined, 5));
  private readonly dummy = hash('nobody has this password', cost);

  /** @param network where it was typed: networks take turns */
  hash(password: string, network: string): Promise<string> {
    return this.turns.inTurn(network, () => hash(password, cost));
  }

  /** Without a stored hash the same work is done and the answer is false. */
  async matches(password: string, stored: string | null, network: string): Promise<boolean> {
    const against = stored ?? (await this.dummy);
    const right = await this.turns.inTurn(network, () => verify(against, password));
    return right && stored !== null;
  }
}
