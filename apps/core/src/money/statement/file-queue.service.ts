import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { FairQueue } from '../../platform/http/network/fair-queue.js';

/** The most files of one person that are made or wait at the same time. */
const mostOfPerson = 3;
const comeAgainSeconds = 10;

/** The person who asks for a file, and their network. */
export interface Asker {
  ownerId: string;
  network: string;
}

/**
 * Each core makes one statement or receipt file at a time, because a file costs time and a connection of the
 * database. Waiting is cheap, so many files of a network, such as a hall of residence, may wait; few of one
 * person.
 */
@Injectable()
export class FileQueue {
  private readonly queue = new FairQueue({ atOnce: 1, mostOfCustomer: 40, most: 1_000 }, tooMany);
  /** How many files of each person are made or wait. */
  private readonly countByOwner = new Map<string, number>();

  /** @throws Refusal `request.too-many` when too many files wait already */
  async inTurn<T>({ ownerId, network }: Asker, make: () => Promise<T>): Promise<T> {
    const count = this.countByOwner.get(ownerId) ?? 0;
    if (count >= mostOfPerson) throw tooMany();
    this.countByOwner.set(ownerId, count + 1);
    try {
      return await this.queue.runInTurn(network, make);
    } finally {
      const remaining = (this.countByOwner.get(ownerId) ?? 1) - 1;
      if (remaining === 0) this.countByOwner.delete(ownerId);
      else this.countByOwner.set(ownerId, remaining);
    }
  }
}

function tooMany(): Refusal {
  return new Refusal(
    'request.too-many',
    'Many files are asked for at this moment. Please try again soon.',
    comeAgainSeconds,
  );
}
