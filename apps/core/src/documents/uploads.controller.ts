import { Controller, Req } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { documentLimits } from '@sixpence/contracts/limits';
import type { FastifyRequest } from 'fastify';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { AddressesService } from './storage/addresses.service.js';
import { checkedBytes } from './storage/checked-bytes.js';
import { closingRefusedSenders } from './storage/request-bytes.js';
import { HeldFilesService } from './held-files.service.js';
import { UploadsService } from './uploads.service.js';

/**
 * Receives a document's bytes from a browser or from the intake. The signature of the address is the
 * permission; no session is needed.
 */
@Controller()
export class UploadsController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly uploads: UploadsService,
    private readonly held: HeldFilesService,
  ) {}

  @Answers(calls.sendFile)
  async receiveUpload(
    @Asked() { token }: Asked<typeof calls.sendFile>,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    await closingRefusedSenders(request, async () => {
      const address = await this.addresses.readToken(token, ['original', 'held']);
      const sent = checkedBytes(request, address, documentLimits.fileBytes);
      if (address.scope === 'held') await this.held.holdFile(address.documentId, sent.bytes);
      else await this.uploads.receiveUpload(address.documentId, sent);
    });
    return {};
  }
}
