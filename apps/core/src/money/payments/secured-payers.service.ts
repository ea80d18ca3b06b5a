import { Injectable } from '@nestjs/common';
import { AccountListeners } from '../../people/users/account-listeners.service.js';
import { giveUpOpen, lockOpenPayments } from './open-payment.query.js';

/**
 * Gives up the open payments of a person who was locked, who leaves, or whose password was changed, so that a
 * browser that was open before cannot pay.
 */
@Injectable()
export class SecuredPayersService {
  constructor(accounts: AccountListeners) {
    accounts.secured.add(async (tx, userId) => {
      await lockOpenPayments(tx, userId);
      await giveUpOpen(tx, userId, { lookAfterSeconds: 0 });
    });
  }
}
