import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { asPerson } from './site.js';
import type { Answers } from './site-server.js';

/** A user with two addresses, a password, and two browsers. */
export const anAccount: AccountDetails = {
  addresses: [
    {
      address: 'demo@example.com',
      isPrimary: true,
      isUndeliverable: false,
      provenAt: '2026-11-01T09:00:00.000Z',
      leavesAt: null,
    },
    {
      address: 'another.rather.long.address@department.university.example.com',
      isPrimary: false,
      isUndeliverable: true,
      provenAt: '2026-11-02T09:00:00.000Z',
      leavesAt: null,
    },
  ],
  hasPassword: true,
  providers: [],
  sessions: [
    {
      id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70',
      device: 'Firefox on Windows',
      firstSeenAt: '2026-11-20T09:00:00.000Z',
      lastSeenAt: '2026-11-22T09:00:00.000Z',
      isThis: true,
    },
    {
      id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c71',
      device: null,
      firstSeenAt: '2026-11-01T09:00:00.000Z',
      lastSeenAt: '2026-11-03T18:30:00.000Z',
      isThis: false,
    },
  ],
};

/** Answers for this user. `details` overrides parts of the account. */
export function asAccount(details: Partial<AccountDetails> = {}): Answers {
  return { ...asPerson, 'GET /account-details': { body: { ...anAccount, ...details } } };
}
