import { Controller, Req } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { FastifyRequest } from 'fastify';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { NetworksService } from '../../platform/http/network/networks.service.js';
import { EnquiriesService } from './enquiries.service.js';

/** The two forms that visitors can send without an account (specification §7). */
@Controller()
export class EnquiriesController {
  constructor(
    private readonly enquiries: EnquiriesService,
    private readonly networks: NetworksService,
  ) {}

  @Answers(calls.contact)
  async contact(
    @Asked() message: Asked<typeof calls.contact>,
    @Req() { raw }: FastifyRequest,
  ): Promise<object> {
    await this.enquiries.receiveMessage(message, this.networks.networkOf(raw));
    return {};
  }

  @Answers(calls.brochureRequest)
  async brochure(
    @Asked() request: Asked<typeof calls.brochureRequest>,
    @Req() { raw }: FastifyRequest,
  ): Promise<object> {
    await this.enquiries.receiveBrochureRequest(request, this.networks.networkOf(raw));
    return {};
  }
}
