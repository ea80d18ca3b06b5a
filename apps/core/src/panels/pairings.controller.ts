import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { QrAuthAnswer, QrPanelAnswer } from '@sixpence/contracts/http/release';
import { Refusal } from '@sixpence/contracts/refusals';
import { Person } from '../people/sessions/person.decorator.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { PairingsService } from './pairings.service.js';

/** The calls for the code that a panel shows, also as a QR code (specification §7). */
@Controller()
export class PairingsController {
  constructor(private readonly pairings: PairingsService) {}

  @Answers(calls.qrPanel)
  async qrPanel(
    @Person() person: SignedIn,
    @Asked() { code }: Asked<typeof calls.qrPanel>,
  ): Promise<QrPanelAnswer> {
    const panel = await this.pairings.panelOf(person, code);
    return panel ? { found: true, ...panel } : { found: false };
  }

  @Answers(calls.qrAuth)
  async qrAuth(
    @Person() person: SignedIn,
    @Asked() { code }: Asked<typeof calls.qrAuth>,
  ): Promise<QrAuthAnswer> {
    try {
      const authenticated = await this.pairings.openSession(person, code);
      const message = authenticated ? 'Successfully logged in.' : 'Invalid code. Please try again.';
      return { authenticated, message };
    } catch (error) {
      // The code is right and stays valid, so the browser shows that the printer is busy.
      if (!(error instanceof Refusal) || error.code !== 'printer.busy') throw error;
      return { authenticated: false, message: error.message };
    }
  }
}
