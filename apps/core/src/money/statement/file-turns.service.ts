import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { NetworkTurns } from '../../platform/http/network/network-turns.js';

/** Files of one person that may be made or wait at the same time. */
const mostOfPerson = 3;
const comeAgainSeconds = 10;

/** The person who asks for a file, and their network. */
export interface Asker {
  ownerId: string;
  network: string;
}

/**
 * Each core makes one file at a time, because a file costs time and a connection of the database. Waiting is
 * cheap, so the limit for a person is low and the limit for a network, such as a hall, is high.
 */
@Injectable()
export class FileTurns {
  private readonly turns = new NetworkTurns({ atOnce: 1, mostOfCustomer: 40, most: 1_000 }, tooMany);
  private readonly thereOf = new Map<string, number>();

  /** @throws Refusal `request.too-many` when too many files wait already */
  async inTurn<T>({ ownerId, network }: Asker, make: () => Promise<T>): Promise<T> {
    const before = this.thereOf.get(ownerId) ?? 0;
    if (before >= mostOfPerson) throw tooMany();
    this.thereOf.set(ownerId, before + 1);
    try {
      return await this.turns.inTurn(network, make);
    } finally {
      const left = (this.thereOf.get(ownerId) ?? 1) - 1;
      if (left === 0) this.thereOf.delete(ownerId);
      else this.thereOf.set(ownerId, left);
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
