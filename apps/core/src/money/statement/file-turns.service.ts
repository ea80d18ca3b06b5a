import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { NetworkTurns } from '../../platform/http/network/network-turns.js';

/** Of one person so many are there at once, the one that is made and those that wait. */
const mostOfPerson = 3;
const comeAgainSeconds = 10;

/** Who asks for a file, and from where. */
export interface Asker {
  ownerId: string;
  network: string;
}

/**
 * Files are made one after the other in each core: each takes time and a connection that everybody else needs, too. A file
 * that waits costs nothing, so that a person, not a hall, is asked to come again.
 */
@Injectable()
export class FileTurns {
  private readonly turns = new NetworkTurns({ atOnce: 1, mostOfCustomer: 40, most: 1_000 }, tooMany);
  private readonly thereOf = new Map<string, number>();

  /** @throws Refusal `request.too-many` when too many wait already */
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
