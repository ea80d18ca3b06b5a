import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FooterEmailAnswer, ValidateSessionAnswer } from '@sixpence/contracts/http/accounts';
import { calls } from '@sixpence/contracts/http/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { NetworksService } from '../../platform/http/network/networks.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { Person } from '../sessions/person.decorator.js';
import { sessionCookie } from '../sessions/session-token.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { AccountsService } from './accounts.service.js';
import { signedInCookies } from './browser-cookies.js';

/** The calls for sign-in and sessions (specification §7). */
@Controller()
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly networks: NetworksService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.validateSession)
  async validateSession(@Req() request: FastifyRequest): Promise<ValidateSessionAnswer> {
    return { valid: (await this.sessions.personFromCookies(request.headers.cookie)) !== undefined };
  }

  @Answers(calls.emailLogin)
  async emailLogin(
    @Asked() { email, password }: Asked<typeof calls.emailLogin>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const network = this.networks.networkOf(request.raw);
    const { cookie: cookies } = request.headers;
    const signedIn = await this.accounts.signIn({ email, password, network, cookies });
    await this.sessions.endSession(cookies);
    void reply.header('set-cookie', signedInCookies(this.config.PUBLIC_URL, signedIn));
    return { success: true };
  }

  @Answers(calls.logoutSession)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.endSession(request.headers.cookie);
    void reply.header('set-cookie', sessionCookie(this.config.PUBLIC_URL, '', 0));
    return {};
  }

  @Answers(calls.footerEmail)
  footerEmail(@Person() person: SignedIn): FooterEmailAnswer {
    return { email: person.email };
  }
}
