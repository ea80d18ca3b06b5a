import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import { sum } from '@sixpence/money/money';
import { Answers } from '../../platform/http/call.decorator.js';
import { OwnRefunds } from '../refunds/views/own-refunds.query.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { Wallets } from './views/wallets.query.js';

/** The list beside the balance on the credits page: wallets, payments under way, refunds. */
@Controller()
export class WalletsController {
  constructor(
    private readonly wallets: Wallets,
    private readonly refunds: RefundsService,
    private readonly ownRefunds: OwnRefunds,
  ) {}

  @Answers(calls.myWallets)
  async myWallets(@Person() { userId }: SignedIn): Promise<MyWalletsAnswer> {
    const mayRefund = await this.ownRefunds.areAllowed(userId);
    const wallets = (await this.wallets.walletsOf(userId)).map(async (wallet) => {
      const { currency } = wallet.available;
      const shares = mayRefund ? await this.refunds.refundableShares(userId, currency) : [];
      const refundableOf = await this.wallets.paidWith(shares, currency);
      const amounts = refundableOf.map(({ amount }) => amount);
      return { ...wallet, refundable: sum(amounts, currency), refundableOf };
    });
    return {
      wallets: await Promise.all(wallets),
      underWay: await this.wallets.underWay(userId),
      refunds: await this.wallets.recentRefunds(userId),
      topUps: await this.wallets.topUps(userId),
    };
  }
}
