import { Controller, Req } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { LocationAnswer } from '@sixpence/contracts/http/statement';
import type { FastifyRequest } from 'fastify';
import { Answers } from '../http/call.decorator.js';
import { NetworksService } from '../http/networks.service.js';
import { CountriesService } from './countries.service.js';

/** Where somebody seems to be, which only chooses what is shown first (specification §7). */
@Controller()
export class LocationController {
  constructor(
    private readonly networks: NetworksService,
    private readonly countries: CountriesService,
  ) {}

  /** The country's database knows no cities. */
  @Answers(calls.getUserLocation)
  async location(@Req() { raw }: FastifyRequest): Promise<LocationAnswer> {
    const country = await this.countries.of(this.networks.of(raw));
    return { country_code: country ?? '', city: '' };
  }
}
