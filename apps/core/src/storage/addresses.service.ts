import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { deriveKey } from '../accounts/session-token.js';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { addressLifeSeconds, readAddress, signAddress, type Address } from './address.js';

/** Signs addresses below `/storage/` and reads them again, by the database's clock. */
@Injectable()
export class AddressesService {
  private readonly key: Buffer;

  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) config: CoreConfig,
  ) {
    this.key = deriveKey(config.SECRET_KEY, 'storage address');
  }

  /** @returns the path */
  async sign(claims: Omit<Address, 'expiresAt'>): Promise<string> {
    const expiresAt = (await this.now()) + addressLifeSeconds;
    return `/storage/${signAddress(this.key, { ...claims, expiresAt })}`;
  }

  /** @throws Refusal `storage.signature` when we did not sign it, or it was for something else, or is too late */
  async read<Scope extends Address['scope']>(
    token: string,
    scopes: readonly Scope[],
  ): Promise<Address & { scope: Scope }> {
    const address = readAddress(this.key, token);
    const scope = scopes.find((wanted) => wanted === address?.scope);
    if (!address || scope === undefined) {
      throw new Refusal('storage.signature', 'This address is not valid.');
    }
    if (address.expiresAt <= (await this.now())) {
      throw new Refusal('storage.signature', 'This address is no longer valid. Ask for a new one.');
    }
    return { ...address, scope };
  }

  private async now(): Promise<number> {
    const [row]: [{ now: number }] = await this.database.query(
      'SELECT extract(epoch FROM app_now())::float8 AS now',
    );
    return row.now;
  }
}
