import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import { Answers } from '../http/call.decorator.js';
import { Person } from '../sessions/person.decorator.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { PrintCodesService } from './print-codes.service.js';

/** Print codes (specification §7). */
@Controller()
export class ReleaseController {
  constructor(private readonly codes: PrintCodesService) {}

  @Answers(calls.createCode)
  createCode(@Person() person: SignedIn): Promise<CreateCodeAnswer> {
    return this.codes.issue(person);
  }
}
