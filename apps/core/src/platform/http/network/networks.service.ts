import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '@sixpence/config/networks';
import { CORE_CONFIG, type CoreConfig } from '../../process/config.js';
import { clientAddress, trusting, type IsTrusted } from './network-address.js';

/** Finds the network of a request, for every budget and limit that counts by network. */
@Injectable()
export class NetworksService {
  /** Whether an address is our proxy, which forwards requests of many networks. */
  readonly isTrusted: IsTrusted;

  constructor(@Inject(CORE_CONFIG) config: CoreConfig) {
    this.isTrusted = trusting(config.TRUSTED_PROXIES);
  }

  /** The network of the client, also behind our proxies, as `networkOf` names it. */
  networkOf({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-for'];
    const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    return networkOf(clientAddress(socket.remoteAddress, text, this.isTrusted));
  }
}
