import type { PrintOptions } from '@sixpence/contracts/http/documents';

/** Sends one choice to the server. */
export type Tell = () => Promise<void>;

/**
 * Sends choices one after the other, so the server ends with the last. The client has no timeout
 * (specification §9): an unanswered call holds up the later ones. Only the newest choice of each option
 * waits; it replaces the earlier one.
 */
export class ChoicesInTurn {
  private readonly untold = new Map<keyof PrintOptions, Tell>();
  private isTelling = false;

  /**
   * Queues a choice, and starts to send unless that is running.
   * @param guard runs the action it gets; false when the session has ended
   * @param onTold called when the queue is empty and the server has accepted at least one choice
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
    // The loop also visits choices that are added while it runs.
    for (const [option, tell] of this.untold) {
      this.untold.delete(option);
      try {
        if (await guard(tell)) taken = true;
        // A waiting choice must not reach the account that signs in next.
        else this.untold.clear();
      } catch (error) {
        console.warn('The print options did not reach the server', error);
      }
    }
    this.isTelling = false;
    if (taken) onTold();
  }
}
