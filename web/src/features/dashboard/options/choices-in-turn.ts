import type { PrintOptions } from '@sixpence/contracts/http/documents';

/** Tells the server one choice. */
export type Tell = () => Promise<void>;

/**
 * Tells choices one after the other, so that the last one stands on the server too. The site's client has no timeout
 * (specification §9): a choice that is never answered is never given up, and later ones queue behind it. Of each
 * option only the newest choice queues, because it replaces the ones before it.
 */
export class ChoicesInTurn {
  private readonly untold = new Map<keyof PrintOptions, Tell>();
  private isTelling = false;

  /**
   * Queues a choice, and starts telling unless that is under way.
   * @param guard runs what it is given, and answers false when the session has ended
   * @param onTold the queue is empty, and the server took at least one choice since the last call
   */
  add(
    choice: { option: keyof PrintOptions; tell: Tell },
    guard: (action: () => Promise<void>) => Promise<boolean>,
    onTold: () => void,
  ): void {
    this.untold.set(choice.option, choice.tell);
    if (!this.isTelling) void this.tellAll(guard, onTold);
  }

  private async tellAll(guard: (action: () => Promise<void>) => Promise<boolean>, onTold: () => void) {
    this.isTelling = true;
    let taken = false;
    // A loop over a map also gives what is added to the map meanwhile.
    for (const [option, tell] of this.untold) {
      this.untold.delete(option);
      try {
        if (await guard(tell)) taken = true;
        // A queued choice must not reach the account that signs in next.
        else this.untold.clear();
      } catch (error) {
        console.warn('The server was not told of the print options', error);
      }
    }
    this.isTelling = false;
    if (taken) onTold();
  }
}
