import { Injectable } from '@nestjs/common';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { DataSource } from 'typeorm';
import type { Queries } from '../../platform/database/sql.js';

/** A provider through which a person signs in. */
export interface ProviderWay {
  provider: ProviderName;
  /** What the provider says of them; null when it says nothing. */
  address: string | null;
}

type Lister = (queries: Queries, userId: string) => Promise<ProviderWay[]>;

/** How else people sign in, for features that accounts know nothing of: they register, and are asked. */
@Injectable()
export class WaysInService {
  private readonly listers: Lister[] = [];

  constructor(private readonly database: DataSource) {}

  /** The lister tells through which providers a person signs in. */
  addLister(lister: Lister): void {
    this.listers.push(lister);
  }

  async providersOf(userId: string, queries: Queries = this.database): Promise<ProviderWay[]> {
    const lists = [];
    for (const lister of this.listers) lists.push(await lister(queries, userId));
    return lists.flat();
  }
}
