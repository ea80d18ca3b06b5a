import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { calls } from '@sixpence/contracts/http/calls';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressChangesService } from '../users/address-changes.service.js';
import { deviceCookie } from '../users/device-cookie.js';
import { PasswordChangeService } from '../passwords/password-change.service.js';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { NetworksService } from '../../platform/http/network/networks.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { Person } from '../sessions/person.decorator.js';
import { sessionCookie } from '../sessions/session-token.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { AccountDetailsService } from './account-details.service.js';
import { OwnAddressesService } from './own-addresses.service.js';

/** The calls of the account page. Each one reads or changes the account of the signed-in person only. */
@Controller()
export class AccountPageController {
  constructor(
    private readonly details: AccountDetailsService,
    private readonly addresses: OwnAddressesService,
    private readonly changes: AddressChangesService,
    private readonly passwords: PasswordChangeService,
    private readonly sessions: SessionsService,
    private readonly networks: NetworksService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.accountDetails)
  accountDetails(@Person() person: SignedIn): Promise<AccountDetails> {
    return this.details.detailsOf(person);
  }

  @Answers(calls.addressAdd)
  async addressAdd(
    @Person() person: SignedIn,
    @Asked() { email }: Asked<typeof calls.addressAdd>,
    @Req() { raw }: FastifyRequest,
  ) {
    return { mail: await this.addresses.askCode(person, { email, network: this.networks.networkOf(raw) }) };
  }

  @Answers(calls.addressConfirm)
  async addressConfirm(
    @Person() person: SignedIn,
    @Asked() asked: Asked<typeof calls.addressConfirm>,
    @Req() { raw }: FastifyRequest,
  ) {
    await this.addresses.confirmAddress(person, { ...asked, network: this.networks.networkOf(raw) });
    return {};
  }

  @Answers(calls.addressRemove)
  async addressRemove(@Person() person: SignedIn, @Asked() { email }: Asked<typeof calls.addressRemove>) {
    await this.addresses.removeAddress(person, email);
    return {};
  }

  @Answers(calls.addressPrimary)
  async addressPrimary(@Person() person: SignedIn, @Asked() { email }: Asked<typeof calls.addressPrimary>) {
    await this.addresses.makePrimary(person, email);
    return {};
  }

  @Answers(calls.addressStop)
  async addressStop(@Asked() { token }: Asked<typeof calls.addressStop>) {
    await this.changes.stopChange(token);
    return {};
  }

  @Answers(calls.passwordChange)
  async passwordChange(
    @Person() person: SignedIn,
    @Asked() { present, password }: Asked<typeof calls.passwordChange>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const network = this.networks.networkOf(request.raw);
    const { cookie: cookies } = request.headers;
    const device = await this.passwords.changePassword({ person, present, password, network, cookies });
    void reply.header('set-cookie', deviceCookie(this.config.PUBLIC_URL, device, lifeSeconds.device));
    return {};
  }

  @Answers(calls.sessionEnd)
  async sessionEnd(
    @Person() person: SignedIn,
    @Asked() { id }: Asked<typeof calls.sessionEnd>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (id === undefined) await this.sessions.endAllSessions(person.userId);
    else await this.sessions.endOneSession({ userId: person.userId, sessionId: id });
    if (id === undefined || id === person.sessionId) {
      void reply.header('set-cookie', sessionCookie(this.config.PUBLIC_URL, '', 0));
    }
    return {};
  }
}
