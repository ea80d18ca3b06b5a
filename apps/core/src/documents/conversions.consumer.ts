import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Messaging } from '@sixpence/messaging/messaging';
import { isOutage } from '../http/outage.js';
import { ParkedService } from '../outbox/parked.service.js';
import { RevisionsService } from './revisions.service.js';

/** What converters report. */
@Injectable()
export class ConversionsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly messaging: Messaging,
    private readonly revisions: RevisionsService,
    private readonly parked: ParkedService,
  ) {}

  onApplicationBootstrap(): void {
    this.messaging.consume({
      durable: 'core-apply-conversion',
      subject: 'print.document.converted',
      handle: (fact) => this.revisions.converted(fact),
      giveUp: (_, failure) => this.parked.park(failure),
      isOutage,
    });
    this.messaging.consume({
      durable: 'core-apply-conversion-failure',
      subject: 'print.document.conversion-failed',
      handle: (fact) => this.revisions.conversionFailed(fact),
      giveUp: (_, failure) => this.parked.park(failure),
      isOutage,
    });
  }
}
