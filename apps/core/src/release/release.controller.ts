import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import type { CreateCodeAnswer, QrAuthAnswer, QrPanelAnswer } from '@sixpence/contracts/http/release';
import { Refusal } from '@sixpence/contracts/refusals';
import { Answers, Asked } from '../http/call.decorator.js';
import { Person } from '../sessions/person.decorator.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { ChosenSitesService } from './chosen-sites.service.js';
import { OwnPrintersService } from './own-printers.service.js';
import { PairingsService } from './pairings.service.js';
import { PrintCodesService } from './print-codes.service.js';

/** Print codes, the codes that panels show (specification §7), and what there is to know of printers before walking there. */
@Controller()
export class ReleaseController {
  constructor(
    private readonly codes: PrintCodesService,
    private readonly pairings: PairingsService,
    private readonly printers: OwnPrintersService,
    private readonly sites: ChosenSitesService,
  ) {}

  @Answers(calls.createCode)
  createCode(@Person() person: SignedIn): Promise<CreateCodeAnswer> {
    return this.codes.issue(person);
  }

  @Answers(calls.ownPrinters)
  ownPrinters(@Person() person: SignedIn): Promise<OwnPrintersAnswer> {
    return this.printers.of(person.userId);
  }

  @Answers(calls.findSites)
  async findSites(@Person() { userId }: SignedIn, @Asked() { name }: Asked<typeof calls.findSites>) {
    return { sites: await this.sites.find(userId, name.trim()) };
  }

  @Answers(calls.chooseSite)
  async chooseSite(
    @Person() { userId }: SignedIn,
    @Asked() choice: Asked<typeof calls.chooseSite>,
  ): Promise<object> {
    await this.sites.choose(userId, choice);
    return {};
  }

  @Answers(calls.qrPanel)
  async qrPanel(
    @Person() person: SignedIn,
    @Asked() { code }: Asked<typeof calls.qrPanel>,
  ): Promise<QrPanelAnswer> {
    const place = await this.pairings.placeOf(person, code);
    return place ? { found: true, ...place } : { found: false };
  }

  @Answers(calls.qrAuth)
  async qrAuth(
    @Person() person: SignedIn,
    @Asked() { code }: Asked<typeof calls.qrAuth>,
  ): Promise<QrAuthAnswer> {
    try {
      const authenticated = await this.pairings.open(person, code);
      const message = authenticated ? 'Successfully logged in.' : 'Invalid code. Please try again.';
      return { authenticated, message };
    } catch (error) {
      // The code was right, and stays good: the page says what to wait for.
      if (!(error instanceof Refusal) || error.code !== 'printer.busy') throw error;
      return { authenticated: false, message: error.message };
    }
  }
}
