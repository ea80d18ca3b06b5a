import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import { Person } from '../people/sessions/person.decorator.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { Answers } from '../platform/http/call.decorator.js';
import { PrintCodesService } from './print-codes.service.js';

/** Print codes (specification §7). */
@Controller()
export class PrintCodesController {
  constructor(private readonly codes: PrintCodesService) {}

  @Answers(calls.createCode)
  createCode(@Person() person: SignedIn): Promise<CreateCodeAnswer> {
    return this.codes.issue(person);
  }
}
