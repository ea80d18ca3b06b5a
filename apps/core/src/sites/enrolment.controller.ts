import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { enrolRequest, type EnrolAnswer } from '@sixpence/contracts/agent/gateway';
import type { z } from 'zod';
import { Public } from '../accounts/access.decorator.js';
import { Contract } from '../http/body.pipe.js';
import { AgentsService } from './agents.service.js';

/** How a box at a site joins: the invite proves that it may, its key is who it is from then on. */
@Controller('agent')
export class EnrolmentController {
  constructor(private readonly agents: AgentsService) {}

  @Public()
  @Post('enrol')
  @HttpCode(200)
  enrol(@Body(new Contract(enrolRequest)) body: z.infer<typeof enrolRequest>): Promise<EnrolAnswer> {
    return this.agents.enrol(body);
  }
}
