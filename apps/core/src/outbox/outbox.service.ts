import { Injectable } from '@nestjs/common';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import type { EntityManager } from 'typeorm';

/**
 * Where features say what happened. The row commits with the change it reports, so a fact is published if and only if
 * the change is real; the relay carries it to JetStream.
 */
@Injectable()
export class OutboxService {
  async record<S extends Subject>(tx: EntityManager, subject: S, body: EventOf<S>): Promise<void> {
    await tx.query('INSERT INTO outbox (subject, body) VALUES ($1, $2)', [subject, JSON.stringify(body)]);
  }
}
