import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '@sixpence/config/networks';
import { CORE_CONFIG, type CoreConfig } from '../../process/config.js';
import { clientAddress, trusting, type IsTrusted } from './network-address.js';

/** Where requests come from, for everything that is counted by it: calls, and sockets that are about to open. */
@Injectable()
export class NetworksService {
  /** Whether an address is a proxy of ours, which brings requests of many networks. */
  readonly isTrusted: IsTrusted;

  constructor(@Inject(CORE_CONFIG) config: CoreConfig) {
    this.isTrusted = trusting(config.TRUSTED_PROXIES);
  }

  /** The person's own network, also behind our proxies. */
  of({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-for'];
    const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    return networkOf(clientAddress(socket.remoteAddress, text, this.isTrusted));
  }
}
