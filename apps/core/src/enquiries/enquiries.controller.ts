import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers, Asked } from '../http/call.decorator.js';
import { EnquiriesService } from './enquiries.service.js';

/** The two forms that stand open to visitors (specification §7). */
@Controller()
export class EnquiriesController {
  constructor(private readonly enquiries: EnquiriesService) {}

  @Answers(calls.contact)
  async contact(@Asked() message: Asked<typeof calls.contact>): Promise<object> {
    await this.enquiries.contact(message);
    return {};
  }

  @Answers(calls.brochureRequest)
  async brochure(@Asked() request: Asked<typeof calls.brochureRequest>): Promise<object> {
    await this.enquiries.brochure(request);
    return {};
  }
}
