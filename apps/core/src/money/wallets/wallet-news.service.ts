import { Injectable } from '@nestjs/common';
import { NewsService } from '../../platform/news/news.service.js';
import { RefundListeners } from '../refunds/refund-listeners.service.js';

/**
 * Tells the credits page to reload when the provider has accepted a refund: the balance is unchanged, but the
 * list of refunds has changed. The ledger itself reports changes of the balance.
 */
@Injectable()
export class WalletNewsService {
  constructor(news: NewsService, listeners: RefundListeners) {
    listeners.sent.add((tx, { ownerId, amount: { currency } }) => {
      news.publishAfterCommit(tx, 'person.balance', { ownerId, currency });
      return Promise.resolve();
    });
  }
}
