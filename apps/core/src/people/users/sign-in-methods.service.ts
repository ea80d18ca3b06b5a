import { Injectable } from '@nestjs/common';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { DataSource } from 'typeorm';
import type { Queries } from '../../platform/database/sql.js';

export interface LinkedProvider {
  provider: ProviderName;
  /** The address that the provider reports; null when it reports none. */
  address: string | null;
}

type Lister = (queries: Queries, userId: string) => Promise<LinkedProvider[]>;

/**
 * Lists the providers with which people sign in. The features for providers register a lister, so this folder
 * does not import them.
 */
@Injectable()
export class SignInMethodsService {
  private readonly listers: Lister[] = [];

  constructor(private readonly database: DataSource) {}

  /** Registers a lister, which returns the providers that a person signs in with. */
  addLister(lister: Lister): void {
    this.listers.push(lister);
  }

  async providersOf(userId: string, queries: Queries = this.database): Promise<LinkedProvider[]> {
    const lists = [];
    for (const lister of this.listers) lists.push(await lister(queries, userId));
    return lists.flat();
  }
}
