import { hash, verify, type Options } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';

/** argon2id (the library's default), 46 MiB, one pass, one lane: the OWASP recommendation of that memory class. */
const cost: Options = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
const mostAtOnce = 4;
const mostWaiting = 200;

/** Hashes and checks passwords, a few at a time, with the same work for people who do not exist. */
@Injectable()
export class PasswordsService {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly dummy = hash('nobody has this password', cost);

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, cost));
  }

  /** Without a stored hash the same work is done and the answer is false. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    const against = stored ?? (await this.dummy);
    const right = await this.inTurn(() => verify(against, password));
    return right && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= mostWaiting) throw new Refusal('service.unavailable', undefined, 5);
    if (this.running >= mostAtOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
