import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EventOf } from '@sixpence/contracts/events/events';
import type { Failure } from '@sixpence/messaging/consumption';
import { Messaging } from '@sixpence/messaging/messaging';
import { isOutage } from '../../platform/database/outage.js';
import { ParkedService } from '../../platform/outbox/parked.service.js';
import { reportConsumers } from './parked-reports.service.js';
import { RevisionsService } from './revisions.service.js';

type Report = EventOf<'print.document.converted' | 'print.document.conversion-failed'>;

/**
 * Consumes the reports of converters. A report that cannot be applied is parked, and its document fails,
 * because no other report will come.
 */
@Injectable()
export class ConversionsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly messaging: Messaging,
    private readonly revisions: RevisionsService,
    private readonly parked: ParkedService,
  ) {}

  onApplicationBootstrap(): void {
    this.messaging.consume({
      durable: reportConsumers.converted,
      subject: 'print.document.converted',
      handle: (fact) => this.revisions.applyConversion(fact),
      giveUp: (fact, failure) => this.parkReport(fact, failure),
      isOutage,
    });
    this.messaging.consume({
      durable: reportConsumers.failed,
      subject: 'print.document.conversion-failed',
      handle: (fact) => this.revisions.applyFailure(fact),
      giveUp: (fact, failure) => this.parkReport(fact, failure),
      isOutage,
    });
  }

  private async parkReport(fact: Report | undefined, failure: Failure): Promise<void> {
    await this.parked.parkMessage(failure);
    if (fact) await this.revisions.applyFailure({ ...fact, reason: 'timeout' });
  }
}
