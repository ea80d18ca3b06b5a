import type { PrintOptions } from '@sixpence/contracts/http/documents';

/** Sends one choice to the server. */
export type SendChoice = () => Promise<void>;

/**
 * Sends choices one after the other, so that the server receives the last choice last. The client has no
 * timeout (specification §9), so an unanswered call delays the later ones. Only the newest choice of each
 * option waits; it replaces the earlier one.
 */
export class ChoiceQueue {
  private readonly waiting = new Map<keyof PrintOptions, SendChoice>();
  private isSending = false;

  /**
   * Queues a choice, and starts to send unless choices are being sent already.
   * @param guard runs the action it gets; false when the session has ended
   * @param onAccepted called when the queue is empty and the server has accepted at least one choice
   */
  add(
    choice: { option: keyof PrintOptions; send: SendChoice },
    guard: (action: () => Promise<void>) => Promise<boolean>,
    onAccepted: () => void,
  ): void {
    this.waiting.set(choice.option, choice.send);
    if (!this.isSending) void this.sendAll(guard, onAccepted);
  }

  private async sendAll(guard: (action: () => Promise<void>) => Promise<boolean>, onAccepted: () => void) {
    this.isSending = true;
    let isAccepted = false;
    // The loop also visits choices that are added while it runs.
    for (const [option, send] of this.waiting) {
      this.waiting.delete(option);
      try {
        if (await guard(send)) isAccepted = true;
        // A waiting choice must not reach the account that signs in next.
        else this.waiting.clear();
      } catch (error) {
        console.warn('The print options did not reach the server', error);
      }
    }
    this.isSending = false;
    if (isAccepted) onAccepted();
  }
}
