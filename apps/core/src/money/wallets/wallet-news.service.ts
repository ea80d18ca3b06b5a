import { Injectable } from '@nestjs/common';
import { NewsService } from '../../platform/news/news.service.js';
import { RefundListeners } from '../refunds/refund-listeners.service.js';

/**
 * Tells the page of credits to look again when the provider has a refund: the balance is as it was, what stands beside it
 * is not. Whatever moves a balance is told by the ledger.
 */
@Injectable()
export class WalletNewsService {
  constructor(news: NewsService, listeners: RefundListeners) {
    listeners.whenSent((tx, { ownerId, amount: { currency } }) => {
      news.after(tx, 'person.balance', { ownerId, currency });
      return Promise.resolve();
    });
  }
}
