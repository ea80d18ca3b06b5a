import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { NetworkTurns } from '../http/network-turns.js';

const comeAgainSeconds = 10;

/**
 * Files are made one after the other in each core: each takes time and a connection that everybody else needs, too. A file
 * that waits costs nothing, so that only very many are refused to those who have few.
 */
@Injectable()
export class FileTurns {
  private readonly turns = new NetworkTurns(
    { atOnce: 1, mostOfCustomer: 8, most: 1_000 },
    () =>
      new Refusal(
        'request.too-many',
        'Many files are asked for at this moment. Please try again soon.',
        comeAgainSeconds,
      ),
  );

  /** @throws Refusal `request.too-many` when too many wait already */
  inTurn<T>(network: string, make: () => Promise<T>): Promise<T> {
    return this.turns.inTurn(network, make);
  }
}
