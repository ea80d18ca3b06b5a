import { Inject, Injectable } from '@nestjs/common';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import type { SocialEnd, UnprovenPerson } from '@sixpence/contracts/http/social';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import type { SignedInBrowser } from '../sign-in/accounts.service.js';
import { asAddress } from '../users/address.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import type { CodeHolder } from '../email-codes/email-code.js';
import { EmailCodesService, type TypedCode } from '../email-codes/email-codes.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { AdmissionsService } from './admissions.service.js';
import { browserFromCookies, flowSecretsOf, newBrowser } from './browser.js';
import { ProviderClients } from './provider-clients.service.js';
import type { WaitingPerson } from './sealed-person.js';
import { SocialStates } from './social-states.service.js';
import { UnprovenPeople } from './unproven-people.service.js';
import { personFromClaims, type ProviderPerson } from './provider-claims.js';

/** The page to which the browser goes, and its cookies when the person is signed in. */
export interface FlowResult {
  to: SocialEnd;
  signedIn?: SignedInBrowser;
}

/** A flow that came back from a provider. */
interface ReturnedFlow {
  browser: string;
  cookies: string | undefined;
  network: string;
  isSignUp: boolean;
  /** The page where the flow began. */
  page: '/login' | '/signup';
}

/** A callback of a provider. */
interface ProviderCallback {
  provider: ProviderName;
  fields: Record<string, string>;
  cookies: string | undefined;
  /** As `NetworksService` names it. */
  network: string;
}

/**
 * Runs the flow through an identity provider (code, PKCE, nonce). An unproven address also needs a mailed
 * code.
 */
@Injectable()
export class SocialSignIn {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly states: SocialStates,
    private readonly clients: ProviderClients,
    private readonly unproven: UnprovenPeople,
    private readonly admissions: AdmissionsService,
    private readonly codes: EmailCodesService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Begins a flow.
   * @returns the value of the browser's cookie, and the address to go to at each provider
   * @throws Refusal `social.state-used`
   */
  async beginFlow(
    stateKey: string,
    { isSignUp, cookies }: { isSignUp: boolean; cookies: string | undefined },
  ): Promise<{ browser: string; authorizationUrls: Partial<Record<ProviderName, string>> }> {
    const browser = this.browserOf(cookies) ?? newBrowser();
    await this.states.beginState(stateKey, { browser, isSignUp });
    const secrets = flowSecretsOf(browser, stateKey, this.config.SECRET_KEY);
    return { browser, authorizationUrls: await this.clients.authorizationUrls({ stateKey, secrets }) };
  }

  /** Handles a callback. Every callback ends at a page, also a malformed or failed one. */
  async endFlow({ provider, fields, cookies, network }: ProviderCallback): Promise<FlowResult> {
    const browser = this.browserOf(cookies);
    const { state: stateKey } = fields;
    if (browser === undefined || stateKey === undefined) return { to: '/login' };
    const flow = await this.states.takeState(stateKey, browser);
    if (!flow) return { to: '/login' };
    const page = flow.isSignUp ? '/signup' : '/login';
    if (fields['error'] !== undefined) return { to: page };
    const person = await this.readPerson(provider, { fields, browser, stateKey });
    if (!person) return { to: page };
    return this.admitPerson(person, { browser, cookies, network, isSignUp: flow.isSignUp, page });
  }

  /** The person of this browser who has to type a mailed code, for the page that asks for it. */
  async unprovenPersonOf(cookies: string | undefined): Promise<UnprovenPerson | undefined> {
    const browser = this.browserOf(cookies);
    const person = browser === undefined ? undefined : await this.unproven.personOf(browser);
    if (!person) return undefined;
    const { identity, email, isSignUp, mail } = person;
    return { provider: identity.provider, email, isSignupFlow: isSignUp, mail };
  }

  /** Mails another code. @returns the mail's id @throws Refusal `social.ended`, `request.too-many` */
  async sendCodeAgain(cookies: string | undefined, network: string): Promise<string> {
    const { browser, person } = await this.waitingPerson(cookies);
    return this.mailCode(browser, person, network);
  }

  /**
   * Checks the typed code and admits the person.
   * @throws Refusal `social.ended`, `social.wrong-code`, `account.locked`, `account.exists`,
   *   `request.too-many`
   */
  async confirmPerson(typed: TypedCode, cookies: string | undefined): Promise<FlowResult> {
    const { browser, person } = await this.waitingPerson(cookies);
    const { identity, email, isSignUp } = person;
    const holder = holderOf(browser, email);
    if (!(await this.codes.isRightCode(holder, typed))) throw new Refusal('social.wrong-code');
    return this.transactions.run(async (tx) => {
      if (!(await this.codes.useCode(tx, holder, typed.code))) throw new Refusal('social.wrong-code');
      await this.unproven.deletePerson(tx, browser);
      const { network } = typed;
      const proven = { address: email, provenBy: 'code' } as const;
      return this.admissions.admitByAddress(tx, { identity, isSignUp, cookies, network, ...proven });
    });
  }

  private async readPerson(
    provider: ProviderName,
    callback: { fields: Record<string, string>; browser: string; stateKey: string },
  ): Promise<ProviderPerson | undefined> {
    const { fields, browser, stateKey } = callback;
    const secrets = flowSecretsOf(browser, stateKey, this.config.SECRET_KEY);
    try {
      return personFromClaims(
        provider,
        await this.clients.claimsFor(provider, fields, { stateKey, secrets }),
      );
    } catch (error) {
      // Other fields of such an error identify the person, so they are not logged.
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      this.logger.warn({ provider, name, message }, 'signing in with an identity provider failed');
      return undefined;
    }
  }

  private async admitPerson(
    { identity, email, isProven }: ProviderPerson,
    flow: ReturnedFlow,
  ): Promise<FlowResult> {
    const { browser, network, isSignUp, page } = flow;
    try {
      const known = await this.transactions.run((tx) =>
        this.admissions.admitByIdentity(tx, { identity, ...flow }),
      );
      if (known) return known;
      if (email === undefined) return { to: page };
      const address = asAddress(email);
      if (isProven) {
        const proven = { address, provenBy: identity.provider };
        return await this.transactions.run((tx) =>
          this.admissions.admitByAddress(tx, { identity, ...flow, ...proven }),
        );
      }
      // The code is mailed with and without an account, so only the reader of the mailbox learns whether
      // there is one.
      await this.mailCode(browser, { identity, email: address, isSignUp }, network);
      return { to: page };
    } catch (error) {
      // The account is locked, or the address has used up its codes.
      if (error instanceof Refusal) return { to: page };
      throw error;
    }
  }

  /** Mails a code and keeps the person for this browser. @returns the mail's id */
  private async mailCode(
    browser: string,
    person: Omit<WaitingPerson, 'mail'>,
    network: string,
  ): Promise<string> {
    const mail = await this.codes.sendCode(holderOf(browser, person.email), { network });
    await this.unproven.keepPerson(browser, { ...person, mail });
    return mail;
  }

  private async waitingPerson(
    cookies: string | undefined,
  ): Promise<{ browser: string; person: WaitingPerson }> {
    const browser = this.browserOf(cookies);
    const person = browser === undefined ? undefined : await this.unproven.personOf(browser);
    if (browser === undefined || !person) throw new Refusal('social.ended');
    return { browser, person };
  }

  private browserOf(cookies: string | undefined): string | undefined {
    return browserFromCookies(cookies, this.config.PUBLIC_URL);
  }
}

/**
 * Binds the code to the browser that came back. In another browser the same address may wait with another
 * identity, possibly a thief's.
 */
function holderOf(browser: string, address: string): CodeHolder {
  return { purpose: 'provider', address, askedBy: browser };
}
