import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { all } from '../../platform/database/sql.js';
import { deriveKey } from '../../platform/keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { readAddress, signAddress, type Address } from './address.js';

/** Signs and verifies addresses below `/storage/`. They expire by the database's clock. */
@Injectable()
export class AddressesService {
  private readonly key: Buffer;

  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) config: CoreConfig,
  ) {
    this.key = deriveKey(config.SECRET_KEY, 'storage address');
  }

  /** @returns the token, which is the last part of the address */
  async signAddress(claims: Omit<Address, 'expiresAt'>): Promise<string> {
    const expiresAt = (await this.now()) + lifeSeconds.storageAddress;
    return signAddress(this.key, { ...claims, expiresAt });
  }

  /** @throws Refusal `storage.signature` when the token is forged, has another scope, or is expired */
  async readToken<Scope extends Address['scope']>(
    token: string,
    scopes: readonly Scope[],
  ): Promise<Address & { scope: Scope }> {
    const address = readAddress(this.key, token);
    const scope = scopes.find((wanted) => wanted === address?.scope);
    if (!address || scope === undefined) throw new Refusal('storage.signature');
    if (address.expiresAt <= (await this.now())) {
      throw new Refusal('storage.signature', 'This address is no longer valid. Ask for a new one.');
    }
    return { ...address, scope };
  }

  private async now(): Promise<number> {
    const [row] = (await all<{ now: number }>(
      this.database,
      'SELECT extract(epoch FROM app_now())::float8 AS now',
    )) as [{ now: number }];
    return row.now;
  }
}
