import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  conversionRequest,
  previewSizeSchema,
  type ConversionAnswer,
  type ConversionRequest,
} from '@sixpence/contracts/http/conversions';
import { documentLimits } from '@sixpence/contracts/limits';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Public } from '../accounts/access.decorator.js';
import { Contract } from '../http/body.pipe.js';
import { plainMediaType, type Address } from './address.js';
import { AddressesService } from './addresses.service.js';
import { fileNames } from './file-names.js';
import { limited } from './limited.js';
import { ReceivingService } from './receiving.service.js';
import { sendFile } from './send-file.js';
import { ServiceTokenGuard } from './service-token.guard.js';
import { StorageService } from './storage.service.js';
import { bytesOf, endSlowly } from './request-bytes.js';

/** A normalised PDF can be larger than the file it came from, within reason. */
const maxNormalisedBytes = 200 * 1024 * 1024;
const maxPreviewBytes = 4 * 1024 * 1024;

const pagePath = z.object({
  token: z.string(),
  page: z.coerce.number().int().min(1).max(100_000),
  size: previewSizeSchema,
});

/** Documents' bytes, in and out, at signed addresses. The signature is the permission; no session is asked for. */
@Controller('storage')
@Public()
export class StorageController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly receiving: ReceivingService,
    private readonly storage: StorageService,
  ) {}

  @Post('conversions')
  @HttpCode(200)
  @UseGuards(ServiceTokenGuard)
  prepareConversion(
    @Body(new Contract(conversionRequest)) body: ConversionRequest,
  ): Promise<ConversionAnswer> {
    return this.storage.prepareConversion(body.documentId, body.revision);
  }

  @Get(':token')
  async read(
    @Param('token') token: string,
    @Headers('range') range: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { documentId, revision } = await this.addresses.read(token, ['source']);
    const file = await this.storage.openSource(documentId, revision);
    await sendFile(reply, file, {
      range,
      headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
    });
  }

  @Put(':token')
  async receive(@Param('token') token: string, @Req() request: FastifyRequest): Promise<object> {
    return refusing(request, async () => {
      const address = await this.addresses.read(token, ['original', 'normalised']);
      const { documentId, revision, conversionId = '' } = address;
      if (address.scope === 'original') {
        const bytes = checkedBytes(request, address, documentLimits.fileBytes);
        const file = { documentId, name: fileNames.original(revision) };
        await this.receiving.receiveOriginal(address, file, bytes);
      } else {
        const bytes = checkedBytes(request, address, maxNormalisedBytes);
        const file = { documentId, name: fileNames.normalised(revision, conversionId) };
        await this.receiving.receiveConverted(address, file, bytes);
      }
      return {};
    });
  }

  @Put(':token/:page/:size')
  async receivePage(
    @Param(new Contract(pagePath)) { token, page, size }: z.infer<typeof pagePath>,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    return refusing(request, async () => {
      const address = await this.addresses.read(token, ['pages']);
      const { documentId, revision, conversionId = '' } = address;
      const bytes = checkedBytes(request, address, maxPreviewBytes);
      const name = fileNames.page(revision, conversionId, page, size);
      await this.receiving.receiveConverted(address, { documentId, name }, bytes);
      return {};
    });
  }
}

/**
 * The request's bytes, when its headers are what was signed; lengths are held to while the bytes arrive as well.
 * @throws Refusal `storage.signature`, `storage.too-large`
 */
function checkedBytes(request: FastifyRequest, address: Address, maxBytes: number) {
  if (plainMediaType(request.headers['content-type']) !== plainMediaType(address.mediaType)) {
    throw new Refusal('storage.signature', 'The file has another type than was announced.');
  }
  const stated = request.headers['content-length'];
  if (stated !== undefined && Number(stated) > maxBytes) {
    throw new Refusal('storage.too-large', 'The file is larger than 50 MB.');
  }
  if (stated !== undefined && address.byteLength !== undefined && Number(stated) !== address.byteLength) {
    throw new Refusal('storage.signature', 'The file has another length than was announced.');
  }
  return limited(bytesOf(request), { maxBytes, exactBytes: address.byteLength });
}

/** A refusal reaches a client that is still sending, and then the connection ends. */
async function refusing(request: FastifyRequest, work: () => Promise<object>): Promise<object> {
  try {
    return await work();
  } catch (error) {
    endSlowly(request);
    throw error;
  }
}
