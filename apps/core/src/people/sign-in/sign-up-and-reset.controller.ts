import { Controller, Inject, Req, Res } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CodeOrigin } from '../email-codes/email-code.js';
import { EmailCodesService } from '../email-codes/email-codes.service.js';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { NetworksService } from '../../platform/http/network/networks.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { askerCookie, askerFromCookies, newAsker } from './asker-cookie.js';
import { signedInCookies } from './browser-cookies.js';
import { deviceCookie } from '../users/device-cookie.js';
import { PasswordResetService } from '../passwords/password-reset.service.js';
import { SignUpService } from './sign-up.service.js';

/** The calls for sign-up and password reset, each in two steps (specification §4, §7). */
@Controller()
export class SignUpAndResetController {
  constructor(
    private readonly signUps: SignUpService,
    private readonly resets: PasswordResetService,
    private readonly codes: EmailCodesService,
    private readonly sessions: SessionsService,
    private readonly networks: NetworksService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.signupCode)
  async signupCode(
    @Asked() { email }: Asked<typeof calls.signupCode>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { mail: await this.signUps.askCode({ email, ...this.originWithCookie(request, reply) }) };
  }

  @Answers(calls.emailSignup)
  async emailSignup(
    @Asked() asked: Asked<typeof calls.emailSignup>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.signUps.signUp({ ...asked, ...this.codeOriginOf(request) });
    await this.sessions.endSession(request.headers.cookie);
    void reply.header('set-cookie', signedInCookies(this.config.PUBLIC_URL, signedIn));
    return { success: true };
  }

  @Answers(calls.resetCode)
  async resetCode(
    @Asked() { email }: Asked<typeof calls.resetCode>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { cookie: cookies } = request.headers;
    return { mail: await this.resets.askCode({ email, cookies, ...this.originWithCookie(request, reply) }) };
  }

  @Answers(calls.resetConfirm)
  async resetConfirm(
    @Asked() asked: Asked<typeof calls.resetConfirm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { cookie: cookies } = request.headers;
    const device = await this.resets.confirmReset({ ...asked, ...this.codeOriginOf(request), cookies });
    void reply.header('set-cookie', deviceCookie(this.config.PUBLIC_URL, device, lifeSeconds.device));
    return { message: 'Password reset successfully.' };
  }

  @Answers(calls.codeMail)
  async codeMail(@Asked() { mail }: Asked<typeof calls.codeMail>) {
    return { state: await this.codes.mailState(mail) };
  }

  /**
   * The network and browser that request a code. The reply sets the browser's cookie even when the request is
   * refused.
   */
  private originWithCookie(request: FastifyRequest, reply: FastifyReply): CodeOrigin {
    const origin = this.codeOriginOf(request);
    const browser = origin.browser ?? newAsker();
    void reply.header('set-cookie', askerCookie(this.config.PUBLIC_URL, browser));
    return { ...origin, browser };
  }

  private codeOriginOf({ raw, headers }: FastifyRequest): CodeOrigin {
    return {
      network: this.networks.networkOf(raw),
      browser: askerFromCookies(headers.cookie, this.config.PUBLIC_URL),
    };
  }
}
