import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AgentPrinter } from '@sixpence/contracts/agent/gateway';
import type { DeviceBook } from '../journal/device-book.js';
import { now } from '../job/clock.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { deviceCookie, deviceTokenOf, hashDeviceToken, newDeviceToken } from './device-cookie.js';

type PairedPrinter = Pick<AgentPrinter, 'id' | 'pairingRound'>;

/** Deadline of a pairing, short because staff wait in front of the screen. */
const pairingDeadlineMs = 10_000;

/** The devices that may show a panel: those that staff have paired with it, by a link that core verifies. */
export class Devices {
  constructor(
    private readonly book: DeviceBook,
    private readonly link: Pick<GatewayLink, 'askCore'>,
  ) {}

  isPaired(headers: IncomingHttpHeaders, { id, pairingRound = 0 }: PairedPrinter): boolean {
    const token = deviceTokenOf(headers);
    return token !== undefined && this.book.isPaired(hashDeviceToken(token), id, pairingRound);
  }

  /** Renews the cookie of a paired device, because the cookie's lifetime counts from the last visit. */
  renewedCookie(headers: IncomingHttpHeaders, secure: boolean): string {
    return deviceCookie(deviceTokenOf(headers) ?? newDeviceToken(), secure);
  }

  /**
   * Pairs the device that opened a link. A device that is paired with other panels keeps its token.
   * @returns the cookie for it; undefined when core refuses the link
   * @throws Unanswered while core is unreachable
   */
  async pair(
    headers: IncomingHttpHeaders,
    { printerId, code, secure }: { printerId: string; code: string; secure: boolean },
  ): Promise<string | undefined> {
    const answer = await this.link.askCore(
      'pair-device',
      { requestId: randomUUID(), printerId, code },
      pairingDeadlineMs,
    );
    if (answer.status === 'refused') return undefined;
    const token = deviceTokenOf(headers) ?? newDeviceToken();
    const { pairingRound: round = 0 } = answer.body;
    this.book.pair({ tokenHash: hashDeviceToken(token), printerId, pairedAt: now(), round });
    return deviceCookie(token, secure);
  }
}
