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
  type ConversionAnswer,
  type ConversionRequest,
} from '@sixpence/contracts/http/conversions';
import { documentLimits } from '@sixpence/contracts/limits';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../accounts/access.decorator.js';
import { Contract } from '../http/body.pipe.js';
import { plainMediaType, type Address } from './address.js';
import { AddressesService } from './addresses.service.js';
import { fileNames } from './file-names.js';
import { limited, tooLarge } from './limited.js';
import { ReceivingService } from './receiving.service.js';
import { sendFile } from './send-file.js';
import { ServiceTokenGuard } from './service-token.guard.js';
import { StorageService } from './storage.service.js';
import { bytesOf, endSlowly } from './request-bytes.js';

/** What comes of a file can be larger than the file, within reason. */
const maxBytes = {
  original: documentLimits.fileBytes,
  normalised: 200 * 1024 * 1024,
  images: 512 * 1024 * 1024,
} as const;

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
    try {
      const address = await this.addresses.read(token, ['original', 'normalised', 'images']);
      const { scope, documentId, revision, conversionId = '' } = address;
      const bytes = checkedBytes(request, address, maxBytes[scope]);
      if (scope === 'original') {
        const file = { documentId, name: fileNames.original(revision) };
        await this.receiving.receiveOriginal(address, file, bytes);
      } else {
        const file = { documentId, name: fileNames[scope](revision, conversionId) };
        await this.receiving.receiveConverted(address, file, bytes);
      }
      return {};
    } catch (error) {
      // A refusal reaches a client that is still sending, and then the connection ends.
      endSlowly(request);
      throw error;
    }
  }
}

/**
 * The request's bytes, when its headers are what was signed; lengths are held to while the bytes arrive as well.
 * @throws Refusal `storage.signature`, `storage.too-large`
 */
function checkedBytes(request: FastifyRequest, address: Address, most: number) {
  if (plainMediaType(request.headers['content-type']) !== plainMediaType(address.mediaType)) {
    throw new Refusal('storage.signature', 'The file has another type than was announced.');
  }
  const stated = request.headers['content-length'];
  if (stated !== undefined && Number(stated) > most) throw tooLarge(most);
  if (stated !== undefined && address.byteLength !== undefined && Number(stated) !== address.byteLength) {
    throw new Refusal('storage.signature', 'The file has another length than was announced.');
  }
  return limited(bytesOf(request), { maxBytes: most, exactBytes: address.byteLength });
}
