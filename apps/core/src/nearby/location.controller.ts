import { Controller, Req } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { LocationAnswer } from '@sixpence/contracts/http/statement';
import type { FastifyRequest } from 'fastify';
import { Answers } from '../platform/http/call.decorator.js';
import { NetworksService } from '../platform/http/network/networks.service.js';
import { CitiesService } from './cities.service.js';
import { CountriesService } from './countries.service.js';

/** The visitor's probable country and city. They only decide what the page shows first (specification §7). */
@Controller()
export class LocationController {
  constructor(
    private readonly networks: NetworksService,
    private readonly countries: CountriesService,
    private readonly cities: CitiesService,
  ) {}

  @Answers(calls.getUserLocation)
  async location(@Req() { raw }: FastifyRequest): Promise<LocationAnswer> {
    const network = this.networks.networkOf(raw);
    const country = await this.countries.countryOf(network);
    return { country_code: country ?? '', city: this.cities.cityOf(network) ?? '' };
  }
}
