import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AgentPrinter } from '@sixpence/contracts/agent/gateway';
import type { DeviceBook } from '../journal/device-book.js';
import { now } from '../job/clock.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { deviceCookie, deviceTokenOf, hashDeviceToken, newDeviceToken } from './device-cookie.js';

type PairedPrinter = Pick<AgentPrinter, 'id' | 'pairingRound'>;

/** Somebody stands before a screen that says so. */
const askedMs = 10_000;

/** Which devices may show a panel: those that staff have paired with it, by a link that core knows. */
export class Devices {
  constructor(
    private readonly book: DeviceBook,
    private readonly link: Pick<GatewayLink, 'ask'>,
  ) {}

  isPaired(headers: IncomingHttpHeaders, { id, pairingRound = 0 }: PairedPrinter): boolean {
    const token = deviceTokenOf(headers);
    return token !== undefined && this.book.isPaired(hashDeviceToken(token), id, pairingRound);
  }

  /** Keeps the cookie of a paired device, which ends some time after its last visit. */
  renewed(headers: IncomingHttpHeaders, secure: boolean): string {
    return deviceCookie(deviceTokenOf(headers) ?? newDeviceToken(), secure);
  }

  /**
   * Pairs whoever opened a link. A device that is paired with other panels keeps its token.
   * @returns the cookie for it; undefined when core refuses the link
   * @throws Unanswered while core is away
   */
  async pair(
    headers: IncomingHttpHeaders,
    { printerId, code, secure }: { printerId: string; code: string; secure: boolean },
  ): Promise<string | undefined> {
    const answer = await this.link.ask('pair-device', { requestId: randomUUID(), printerId, code }, askedMs);
    if (answer.status === 'refused') return undefined;
    const token = deviceTokenOf(headers) ?? newDeviceToken();
    const { pairingRound: round = 0 } = answer.body;
    this.book.pair({ tokenHash: hashDeviceToken(token), printerId, pairedAt: now(), round });
    return deviceCookie(token, secure);
  }
}
