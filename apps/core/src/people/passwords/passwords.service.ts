import { hash, verify, type Options } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { FairQueue } from '../../platform/http/network/fair-queue.js';

/**
 * argon2id (the library's default), 46 MiB, one pass, one lane, as OWASP recommends for that amount of
 * memory.
 */
const cost: Options = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
/** See `Bounds` of FairQueue. A whole hall of residence can be one customer of an internet provider. */
const bounds = { atOnce: 4, mostOfCustomer: 200, most: 5_000 };

/**
 * Hashes and compares passwords, a few at a time. A check for an account that does not exist does the same
 * work.
 */
@Injectable()
export class PasswordsService {
  private readonly queue = new FairQueue(bounds, () => new Refusal('service.unavailable', undefined, 5));
  private readonly dummy = hash('nobody has this password', cost);

  /** @param network the network of the request; work of different networks alternates */
  hashPassword(password: string, network: string): Promise<string> {
    return this.queue.runInTurn(network, () => hash(password, cost));
  }

  /** Whether the password matches the stored hash. Without a hash, does the same work and returns false. */
  async matches(password: string, stored: string | null, network: string): Promise<boolean> {
    const against = stored ?? (await this.dummy);
    const right = await this.queue.runInTurn(network, () => verify(against, password));
    return right && stored !== null;
  }
}
