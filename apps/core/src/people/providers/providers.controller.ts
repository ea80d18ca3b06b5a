import { Controller, Inject, Req, Res } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedInCookies } from '../sign-in/browser-cookies.js';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { NetworksService } from '../../platform/http/network/networks.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { Person } from '../sessions/person.decorator.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { browserCookie, browserFromCookies } from './browser.js';
import { DisconnectionService } from './disconnection.service.js';
import { repostMark, repostPage, repostPagePolicy } from './repost-page.js';
import { returnedFields } from './returned.js';
import { SocialSignIn, type FlowResult } from './social-sign-in.service.js';

/** The time limit of the flow through the provider, plus the time limit for typing a code. */
const browserSeconds = lifeSeconds.socialState + lifeSeconds.unprovenPerson;

/** The calls for signing in and up with an identity provider (specification §4). */
@Controller()
export class ProvidersController {
  constructor(
    private readonly social: SocialSignIn,
    private readonly disconnection: DisconnectionService,
    private readonly sessions: SessionsService,
    private readonly networks: NetworksService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.socialState)
  async socialState(
    @Asked() { stateKey, isSignupFlow: isSignUp }: Asked<typeof calls.socialState>,
    @Req() { headers: { cookie: cookies } }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { browser, authorizationUrls } = await this.social.beginFlow(stateKey, { isSignUp, cookies });
    void reply.header('set-cookie', browserCookie(this.config.PUBLIC_URL, browser, browserSeconds));
    return { authorizationUrls };
  }

  @Answers(calls.googleCallback)
  googleCallback(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.finishFlow('google', request, reply);
  }

  @Answers(calls.googleCallbackForm)
  googleCallbackForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.finishFlowOfForm('google', request, reply);
  }

  @Answers(calls.microsoftCallback)
  microsoftCallback(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.finishFlow('microsoft', request, reply);
  }

  @Answers(calls.microsoftCallbackForm)
  microsoftCallbackForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.finishFlowOfForm('microsoft', request, reply);
  }

  @Answers(calls.appleCallback)
  appleCallback(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.finishFlow('apple', request, reply);
  }

  @Answers(calls.appleCallbackForm)
  appleCallbackForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.finishFlowOfForm('apple', request, reply);
  }

  @Answers(calls.socialPending)
  async socialPending(@Req() { headers: { cookie } }: FastifyRequest) {
    const person = await this.social.unprovenPersonOf(cookie);
    return person ? { person } : {};
  }

  @Answers(calls.socialCode)
  async socialCode(@Req() { raw, headers: { cookie } }: FastifyRequest) {
    return { mail: await this.social.sendCodeAgain(cookie, this.networks.networkOf(raw)) };
  }

  @Answers(calls.socialConfirm)
  async socialConfirm(
    @Asked() { code }: Asked<typeof calls.socialConfirm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const network = this.networks.networkOf(request.raw);
    const result = await this.social.confirmPerson({ code, network }, request.headers.cookie);
    await this.replaceSession(result, request, reply);
    return { to: result.to };
  }

  @Answers(calls.providerDisconnect)
  async providerDisconnect(
    @Asked() { provider }: Asked<typeof calls.providerDisconnect>,
    @Person() { userId }: SignedIn,
  ) {
    await this.disconnection.disconnectProvider(userId, provider);
    return {};
  }

  /**
   * Handles a callback by form. The form comes from another site, so browsers send it without our cookie; a
   * page of our own posts it again.
   */
  private async finishFlowOfForm(provider: ProviderName, request: FastifyRequest, reply: FastifyReply) {
    const hasOurCookie = browserFromCookies(request.headers.cookie, this.config.PUBLIC_URL) !== undefined;
    const isReposted =
      typeof request.body === 'object' && request.body !== null && repostMark in request.body;
    if (hasOurCookie || isReposted) return this.finishFlow(provider, request, reply);
    return reply
      .header('content-security-policy', repostPagePolicy)
      .type('text/html; charset=utf-8')
      .send(repostPage(returnedFields(request.body)));
  }

  private async finishFlow(provider: ProviderName, request: FastifyRequest, reply: FastifyReply) {
    const fields = returnedFields(request.method === 'GET' ? request.query : request.body);
    const network = this.networks.networkOf(request.raw);
    const result = await this.social.endFlow({ provider, fields, cookies: request.headers.cookie, network });
    await this.replaceSession(result, request, reply);
    return reply.redirect(result.to, 303);
  }

  /** The new session replaces the browser's earlier one, and the flow's cookie is cleared. */
  private async replaceSession(
    { signedIn }: FlowResult,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (!signedIn) return;
    const { PUBLIC_URL: publicUrl } = this.config;
    await this.sessions.endSession(request.headers.cookie);
    void reply.header('set-cookie', [
      ...signedInCookies(publicUrl, signedIn),
      browserCookie(publicUrl, '', 0),
    ]);
  }
}
