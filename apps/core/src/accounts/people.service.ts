import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { one, type Queries } from '../database/sql.js';
import type { ProvenBy } from './address.entity.js';

/** A person, as whoever signs in or comes back is looked up. */
export interface KnownPerson {
  id: string;
  passwordHash: string | null;
  lockedAt: Date | null;
}

/** Who has which address. Addresses are given as `asAddress` writes them. */
@Injectable()
export class PeopleService {
  constructor(private readonly database: DataSource) {}

  /** The person who has this address, be it their primary one or another. */
  async withAddress(address: string, queries: Queries = this.database): Promise<KnownPerson | undefined> {
    return one(
      queries,
      `SELECT u.id, u.password_hash, u.locked_at FROM addresses a JOIN users u ON u.id = a.user_id
       WHERE a.address = :address`,
      { address },
    );
  }

  /** A new person with their first address. @returns the person's id, or undefined when somebody has the address */
  async add(
    queries: Queries,
    person: { address: string; provenBy: ProvenBy; passwordHash: string },
  ): Promise<string | undefined> {
    const { address, provenBy, passwordHash } = person;
    // The address comes first, because it is what two at the same moment can both want.
    const added = await one<{ id: string }>(
      queries,
      `WITH free AS (
         INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES (:address, :id, :provenBy, true)
         ON CONFLICT (address) DO NOTHING RETURNING user_id
       )
       INSERT INTO users (id, password_hash) SELECT user_id, :passwordHash FROM free RETURNING id`,
      { id: randomUUID(), address, provenBy, passwordHash },
    );
    return added?.id;
  }
}
