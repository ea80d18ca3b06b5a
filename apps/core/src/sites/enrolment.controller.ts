import { Controller } from '@nestjs/common';
import type { EnrolAnswer } from '@sixpence/contracts/http/agents';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { AgentsService } from './agents.service.js';

/**
 * The call by which a box joins a site. The invite is the permission; the key identifies the box from then
 * on.
 */
@Controller()
export class EnrolmentController {
  constructor(private readonly agents: AgentsService) {}

  @Answers(calls.enrolAgent)
  enrol(@Asked() asked: Asked<typeof calls.enrolAgent>): Promise<EnrolAnswer> {
    return this.agents.enrol(asked);
  }
}
