import type { PrintOptions } from '@sixpence/contracts/http/documents';

/** For so long a choice that was told lets the next one wait. While nothing waits, its answer may take any time. */
export const patienceMs = 30_000;

/** Tells the server one choice. */
export type Tell = (signal: AbortSignal) => Promise<void>;

/**
 * Tells choices one after the other, so that the last one stands on the server too. While one is under way only the
 * newest of each option waits: what was chosen in between is of no use to anybody.
 */
export class ChoicesInTurn {
  private readonly untold = new Map<keyof PrintOptions, Tell>();
  private told: { since: number; giveUp: AbortController } | undefined;

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
    if (this.told) this.giveUpInTime(this.told);
    else void this.tellAll(guard, onTold);
  }

  /** The one that is under way is given up once it has kept another one waiting for too long. */
  private giveUpInTime({ since, giveUp }: { since: number; giveUp: AbortController }): void {
    const late = () => giveUp.abort(new Error('The server did not answer, and another choice waits'));
    const timer = setTimeout(late, Math.max(0, since + patienceMs - Date.now()));
    giveUp.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  private async tellAll(guard: (action: () => Promise<void>) => Promise<boolean>, onTold: () => void) {
    let taken = false;
    // A map in a loop also gives what is added to it meanwhile.
    for (const [option, tell] of this.untold) {
      this.untold.delete(option);
      const giveUp = new AbortController();
      this.told = { since: Date.now(), giveUp };
      if (this.untold.size > 0) this.giveUpInTime(this.told);
      try {
        const signedIn = await Promise.race([guard(() => tell(giveUp.signal)), aborted(giveUp.signal)]);
        if (signedIn) taken = true;
        // What waits is not for whoever signs in next.
        else this.untold.clear();
      } catch (error) {
        console.warn('The server was not told of the print options', error);
      } finally {
        // Whatever is set to give it up is not needed any more.
        giveUp.abort();
      }
    }
    this.told = undefined;
    if (taken) onTold();
  }
}

/** Rejects when the signal is aborted, also where whoever was asked does not heed it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
