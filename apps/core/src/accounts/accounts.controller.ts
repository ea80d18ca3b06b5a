import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  emailLoginRequest,
  type EmailLoginRequest,
  type FooterEmailAnswer,
  type ValidateSessionAnswer,
} from '@sixpence/contracts/http/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { Contract } from '../http/body.pipe.js';
import { Person, Public } from './access.decorator.js';
import { AccountsService } from './accounts.service.js';
import { sessionCookie, sessionLifeDays } from './session-token.js';
import { SessionsService } from './sessions.service.js';
import type { SignedIn } from './signed-in.js';

/** Sign-in and sessions (specification §7). */
@Controller()
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Public()
  @Get('validate-session')
  async validateSession(@Req() request: FastifyRequest): Promise<ValidateSessionAnswer> {
    return { valid: (await this.sessions.fromCookies(request.headers.cookie)) !== undefined };
  }

  @Public()
  @Post('email-login')
  @HttpCode(200)
  async emailLogin(
    @Body(new Contract(emailLoginRequest)) body: EmailLoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = await this.accounts.signIn(body.email, body.password, request.ip);
    await this.sessions.end(request.headers.cookie);
    void reply.header(
      'set-cookie',
      sessionCookie(this.config.PUBLIC_URL, token, sessionLifeDays * 24 * 60 * 60),
    );
    return { success: true };
  }

  @Public()
  @Post('logout-session')
  @HttpCode(200)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.end(request.headers.cookie);
    void reply.header('set-cookie', sessionCookie(this.config.PUBLIC_URL, '', 0));
    return {};
  }

  @Get('footer-email')
  footerEmail(@Person() person: SignedIn): FooterEmailAnswer {
    return { email: person.email };
  }
}
