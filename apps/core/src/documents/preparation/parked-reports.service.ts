import { Injectable } from '@nestjs/common';
import { ParkedService } from '../../platform/outbox/parked.service.js';
import { RevisionsService } from './revisions.service.js';

/** The durable names of the report consumers, under which their messages are parked. */
export const reportConsumers = {
  converted: 'core-apply-conversion',
  failed: 'core-apply-conversion-failure',
} as const;

/** Lets operators handle a parked report of a converter again. */
@Injectable()
export class ParkedReportsService {
  constructor(parked: ParkedService, revisions: RevisionsService) {
    parked.registerHandler<'print.document.converted'>(reportConsumers.converted, (fact) =>
      revisions.applyConversion(fact),
    );
    parked.registerHandler<'print.document.conversion-failed'>(reportConsumers.failed, (fact) =>
      revisions.applyFailure(fact),
    );
  }
}
