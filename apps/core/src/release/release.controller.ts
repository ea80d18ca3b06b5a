import { Controller, HttpCode, Post } from '@nestjs/common';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import { Person } from '../accounts/access.decorator.js';
import type { SignedIn } from '../accounts/signed-in.js';
import { PrintCodesService } from './print-codes.service.js';

/** Print codes (specification §7). */
@Controller()
export class ReleaseController {
  constructor(private readonly codes: PrintCodesService) {}

  @Post('create-code')
  @HttpCode(200)
  createCode(@Person() person: SignedIn): Promise<CreateCodeAnswer> {
    return this.codes.issue(person.userId);
  }
}
