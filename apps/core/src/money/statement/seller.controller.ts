import { Controller, Inject } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { SellerAnswer } from '@sixpence/contracts/http/seller';
import { Answers } from '../../platform/http/call.decorator.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { sellerOf } from './seller.js';

/** The seller's name and address, for the pages that must show them. */
@Controller()
export class SellerController {
  constructor(@Inject(CORE_CONFIG) private readonly config: CoreConfig) {}

  @Answers(calls.seller)
  seller(): SellerAnswer {
    const { name, address, vatNumber } = sellerOf(this.config);
    const email = this.config.SELLER_EMAIL;
    return { name, address: [...address], vatNumber: vatNumber ?? null, email: email === '' ? null : email };
  }
}
