import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import { Person } from '../people/sessions/person.decorator.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { ChosenSitesService } from './chosen-sites.service.js';
import { NearbyPrintersService } from './nearby-printers.service.js';

/** The printers near a user: their state and prices, and the sites to choose from. */
@Controller()
export class PrintersController {
  constructor(
    private readonly printers: NearbyPrintersService,
    private readonly sites: ChosenSitesService,
  ) {}

  @Answers(calls.ownPrinters)
  ownPrinters(@Person() person: SignedIn): Promise<OwnPrintersAnswer> {
    return this.printers.printersOf(person.userId);
  }

  @Answers(calls.findSites)
  async findSites(@Person() { userId }: SignedIn, @Asked() { name }: Asked<typeof calls.findSites>) {
    return { sites: await this.sites.findSites(userId, name.trim()) };
  }

  @Answers(calls.chooseSite)
  async chooseSite(
    @Person() { userId }: SignedIn,
    @Asked() choice: Asked<typeof calls.chooseSite>,
  ): Promise<object> {
    await this.sites.chooseSite(userId, choice);
    return {};
  }
}
