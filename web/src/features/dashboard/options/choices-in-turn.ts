import type { PrintOptions } from '@sixpence/contracts/http/documents';
import { within } from '../../../lib/within.js';

/** A choice that is not taken by then has failed, and the next one goes out. */
export const answerLimitMs = 30_000;

/** Tells the server one choice. */
export type Tell = (signal: AbortSignal) => Promise<void>;

/**
 * Tells choices one after the other, so that the last one stands on the server too. While one is under way only the
 * newest of each option waits: what was chosen in between is of no use to anybody.
 */
export class ChoicesInTurn {
  private readonly untold = new Map<keyof PrintOptions, Tell>();
  private telling = false;

  /**
   * Puts a choice in line, and tells for as long as there are any, unless that is being done already.
   * @param guard runs what it is given, and says no when nobody is signed in any more
   * @param onTold nothing waits any more, and at least one choice was taken since the last time
   */
  add(
    choice: { option: keyof PrintOptions; tell: Tell },
    guard: (action: () => Promise<void>) => Promise<boolean>,
    onTold: () => void,
  ): void {
    this.untold.set(choice.option, choice.tell);
    if (!this.telling) void this.tellAll(guard, onTold);
  }

  private async tellAll(guard: (action: () => Promise<void>) => Promise<boolean>, onTold: () => void) {
    this.telling = true;
    let taken = false;
    // A map in a loop also gives what is added to it meanwhile.
    for (const [option, tell] of this.untold) {
      this.untold.delete(option);
      try {
        const signedIn = await within(answerLimitMs, (signal) => guard(() => tell(signal)));
        if (signedIn) taken = true;
        // What waits is not for whoever signs in next.
        else this.untold.clear();
      } catch (error) {
        console.warn('The server was not told of the print options', error);
      }
    }
    this.telling = false;
    if (taken) onTold();
  }
}
