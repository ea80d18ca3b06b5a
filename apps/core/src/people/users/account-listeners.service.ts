import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Listeners } from '../../platform/process/listeners.js';

/** How an address was proven: by a mailed code, by a provider, or by staff. */
export type ProvenBy = 'code' | 'google' | 'microsoft' | 'apple' | 'operator';

/** An address that a person has just proven. */
export interface ProvenAddress {
  userId: string;
  /** As `asAddress` writes it. */
  address: string;
  provenBy: ProvenBy;
}

/** Events of accounts. Other features handle them in the transaction of the change. */
@Injectable()
export class AccountListeners {
  /**
   * The password has changed or is disabled, or the account is locked or erased. A listener ends what the
   * person opened: print code, panel sessions, payments, new links to providers.
   */
  readonly secured = new Listeners<[EntityManager, string]>();

  /**
   * An address is newly proven. A listener credits the person with the balance that waits for this address.
   */
  readonly proven = new Listeners<[EntityManager, ProvenAddress]>();
}
