import { Controller, Inject, Req, Res } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressChangesService } from '../people/users/address-changes.service.js';
import { ReauthenticationService } from '../people/passwords/reauthentication.service.js';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { BudgetsService, type NamedBudget } from '../platform/http/network/budgets.service.js';
import { NetworksService } from '../platform/http/network/networks.service.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { Person } from '../people/sessions/person.decorator.js';
import { sessionCookie } from '../people/sessions/session-token.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { LeavingService } from './leaving.service.js';

const byThemselves = { actor: 'person', reason: 'asked for by the person' };

/** Limits exports: each one adds a permanent line to the audit, and reads everything about the person. */
const exportsOfAPerson: NamedBudget = { name: 'account export', points: 20, seconds: 3_600, shared: true };

/** The calls by which a signed-in person exports their data or erases their account. */
@Controller()
export class LeavingController {
  constructor(
    private readonly leaving: LeavingService,
    private readonly reauthentication: ReauthenticationService,
    private readonly changes: AddressChangesService,
    private readonly networks: NetworksService,
    private readonly budgets: BudgetsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.accountExport)
  async accountExport(
    @Person() person: SignedIn,
    @Asked() { password }: Asked<typeof calls.accountExport>,
    @Req() request: FastifyRequest,
  ): Promise<Record<string, unknown>> {
    await this.checkIdentity(person, password, request);
    await this.budgets.takeTry(exportsOfAPerson, person.userId);
    return this.leaving.exportAccount({ userId: person.userId, ...byThemselves });
  }

  @Answers(calls.accountErase)
  async accountErase(
    @Person() person: SignedIn,
    @Asked() { password, giveUpMoney = false }: Asked<typeof calls.accountErase>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    await this.checkIdentity(person, password, request);
    // Otherwise the thief of a session could add an address of their own, reset the password through it, and
    // then type that password here.
    if (await this.changes.hasNewAddress(person.userId)) throw new Refusal('leaving.address-new');
    await this.leaving.eraseAccount({ userId: person.userId, giveUpMoney, ...byThemselves });
    void reply.header('set-cookie', sessionCookie(this.config.PUBLIC_URL, '', 0));
    return {};
  }

  private checkIdentity(person: SignedIn, password: string | undefined, { raw, headers }: FastifyRequest) {
    const network = this.networks.networkOf(raw);
    return this.reauthentication.reauthenticate({ person, password, network, cookies: headers.cookie });
  }
}
