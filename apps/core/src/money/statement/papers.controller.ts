import { Controller, Req, StreamableFile } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { FastifyRequest } from 'fastify';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { NetworksService } from '../../platform/http/network/networks.service.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { ReceiptsService } from './receipts.service.js';
import { StatementPapersService, type Paper } from './statement-papers.service.js';

/** The calls that download statements and receipts. */
@Controller()
export class PapersController {
  constructor(
    private readonly statements: StatementPapersService,
    private readonly receipts: ReceiptsService,
    private readonly networks: NetworksService,
  ) {}

  @Answers(calls.statementFile)
  async statement(
    @Person() { userId: owner }: SignedIn,
    @Asked() { period, currency, format }: Asked<typeof calls.statementFile>,
    @Req() { raw }: FastifyRequest,
  ): Promise<StreamableFile> {
    return fileOf(
      await this.statements.file({ owner, network: this.networks.networkOf(raw), period, currency }, format),
    );
  }

  @Answers(calls.receipt)
  async receipt(
    @Person() { userId }: SignedIn,
    @Asked() { id }: Asked<typeof calls.receipt>,
    @Req() { raw }: FastifyRequest,
  ): Promise<StreamableFile> {
    return fileOf(await this.receipts.file({ ownerId: userId, network: this.networks.networkOf(raw) }, id));
  }
}

function fileOf({ name, type, bytes }: Paper): StreamableFile {
  return new StreamableFile(bytes, {
    type,
    length: bytes.length,
    disposition: `attachment; filename="${name}"`,
  });
}
