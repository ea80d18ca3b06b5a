import { Controller, Headers, Req, Res } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { AddressesService } from '../storage/addresses.service.js';
import { checkedBytes } from '../storage/checked-bytes.js';
import { closingRefusedSenders } from '../storage/request-bytes.js';
import { sendFile } from '../storage/send-file.js';
import { ConversionsService } from './conversions.service.js';

/** A converted file can be larger than the original, up to these limits. */
const maxBytes = { normalised: 200 * 1024 * 1024, images: 512 * 1024 * 1024 } as const;

/**
 * The calls of converters. One call, with the service's token, returns signed addresses; the others read and
 * send bytes at these addresses, whose signature is the permission.
 */
@Controller()
export class ConversionsController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly conversions: ConversionsService,
  ) {}

  @Answers(calls.prepareConversion)
  prepareConversion(
    @Asked() { documentId, revision }: Asked<typeof calls.prepareConversion>,
  ): Promise<ConversionAnswer> {
    return this.conversions.prepareConversion(documentId, revision);
  }

  @Answers(calls.readSource)
  async readSource(
    @Asked() { token }: Asked<typeof calls.readSource>,
    @Headers('range') range: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { documentId, revision } = await this.addresses.readToken(token, ['source']);
    const file = await this.conversions.openSource(documentId, revision);
    await sendFile(reply, file, { range, headers: { 'content-type': 'application/octet-stream' } });
  }

  @Answers(calls.sendConverted)
  async receiveConverted(
    @Asked() { token }: Asked<typeof calls.sendConverted>,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    await closingRefusedSenders(request, async () => {
      const address = await this.addresses.readToken(token, ['normalised', 'images']);
      const sent = checkedBytes(request, address, maxBytes[address.scope]);
      await this.conversions.receiveConverted(address, sent);
    });
    return {};
  }
}
