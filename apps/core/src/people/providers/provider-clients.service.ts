import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { providerNames, type ProviderName } from '@sixpence/contracts/provider-names';
import * as client from 'openid-client';
import type { Logger } from 'pino';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { LOGGER } from '../../platform/process/logger.js';
import { appleSecret } from './apple-secret.js';
import type { FlowSecrets } from './browser.js';
import type { Claims } from './provider-claims.js';

/** A provider that does not answer within this time counts as unavailable. */
const timeoutSeconds = 5;
/**
 * The issuer for all tenants. The library reads only this issuer as a pattern, in which it fills in the
 * token's `tid`.
 */
const microsoft = 'https://login.microsoftonline.com/common/v2.0';

/**
 * A flow through a provider: the state key, which the provider sends back, and the secrets, which only the
 * browser and core know.
 */
interface AuthorizationRequest {
  stateKey: string;
  secrets: FlowSecrets;
}

/**
 * The client of the identity providers: builds authorization addresses, and exchanges returned codes for ID
 * tokens.
 */
@Injectable()
export class ProviderClients {
  private readonly configurations = new Map<ProviderName, Promise<client.Configuration>>();
  private readonly registrations: Registrations;

  constructor(
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.registrations = registrationsOf(config);
  }

  /** The authorization address of each provider that is configured and available. */
  async authorizationUrls(flow: AuthorizationRequest): Promise<Partial<Record<ProviderName, string>>> {
    const urls = await Promise.all(providerNames.map((name) => this.authorizationUrl(name, flow)));
    return Object.fromEntries(
      providerNames.flatMap((name, index) => (urls[index] === undefined ? [] : [[name, urls[index]]])),
    );
  }

  /**
   * Exchanges a returned code for the claims of an ID token. Signature, issuer, audience, times, and nonce
   * are checked.
   * @throws Error of the provider or of the check that failed
   */
  async claimsFor(
    name: ProviderName,
    returned: Record<string, string>,
    flow: AuthorizationRequest,
  ): Promise<Claims> {
    const configuration = await this.configuration(name);
    const address = new URL(this.callbackOf(name));
    address.search = new URLSearchParams(returned).toString();
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: flow.secrets.verifier,
      expectedState: flow.stateKey,
      expectedNonce: flow.secrets.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token');
    return claims;
  }

  private async authorizationUrl(
    name: ProviderName,
    flow: AuthorizationRequest,
  ): Promise<string | undefined> {
    if (!this.registrations[name]) return undefined;
    try {
      const configuration = await this.configuration(name);
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: this.callbackOf(name),
        scope: name === 'apple' ? 'openid name email' : 'openid email',
        state: flow.stateKey,
        nonce: flow.secrets.nonce,
        code_challenge: flow.secrets.challenge,
        code_challenge_method: 'S256',
        // Apple reports the address only in this mode.
        ...(name === 'apple' && { response_mode: 'form_post' }),
      });
      return url.href;
    } catch (error) {
      this.logger.warn({ err: error, provider: name }, 'an identity provider is unavailable');
      return undefined;
    }
  }

  /** The provider's metadata. It is fetched once; after a failure the next call fetches it again. */
  private configuration(name: ProviderName): Promise<client.Configuration> {
    const known = this.configurations.get(name);
    if (known) return known;
    const finding = this.discover(name);
    this.configurations.set(name, finding);
    finding.catch(() => this.configurations.delete(name));
    return finding;
  }

  private async discover(name: ProviderName): Promise<client.Configuration> {
    const registration = this.registrations[name];
    if (!registration) throw new Error(`${name} is not configured`);
    const { issuer, clientId, authentication } = registration;
    const server = new URL(name === 'microsoft' ? microsoft : issuer);
    // The configuration allows plain http only for a stand-in on this machine.
    // oxlint-disable-next-line typescript/no-deprecated -- the library marks it only to make it conspicuous
    const plain = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    return client.discovery(server, clientId, undefined, authentication, {
      timeout: timeoutSeconds,
      execute: [client.enableNonRepudiationChecks, ...plain],
      // The library asks the issuer for all tenants; a configured tenant or stand-in is asked instead.
      [client.customFetch]: (address, options) =>
        fetch(name === 'microsoft' ? address.replace(microsoft, issuer) : address, options),
    });
  }

  private callbackOf(name: ProviderName): string {
    return new URL(`/${name}-callback`, this.config.PUBLIC_URL).href;
  }
}

/** Our registration with a provider. */
interface Registration {
  issuer: string;
  clientId: string;
  authentication: client.ClientAuth;
}
type Registrations = Partial<Record<ProviderName, Registration>>;

/** The providers that have a client id. */
function registrationsOf(config: CoreConfig): Registrations {
  const { GOOGLE_CLIENT_ID: google, MICROSOFT_CLIENT_ID: microsoftId, APPLE_CLIENT_ID: apple } = config;
  return {
    ...(google !== '' && {
      google: {
        issuer: config.GOOGLE_ISSUER,
        clientId: google,
        authentication: client.ClientSecretPost(config.GOOGLE_CLIENT_SECRET),
      },
    }),
    ...(microsoftId !== '' && {
      microsoft: {
        issuer: config.MICROSOFT_ISSUER,
        clientId: microsoftId,
        authentication: client.ClientSecretPost(config.MICROSOFT_CLIENT_SECRET),
      },
    }),
    ...(apple !== '' && {
      apple: { issuer: config.APPLE_ISSUER, clientId: apple, authentication: appleAuthentication(config) },
    }),
  };
}

/**
 * Reads the key when core starts, so that a bad key stops core at once instead of failing the first sign-in.
 */
function appleAuthentication(config: CoreConfig): client.ClientAuth {
  const key = createPrivateKey(readFileSync(config.APPLE_KEY_FILE));
  const own = {
    teamId: config.APPLE_TEAM_ID,
    keyId: config.APPLE_KEY_ID,
    clientId: config.APPLE_CLIENT_ID,
    key,
  };
  return ({ issuer }, _client, body) => {
    body.set('client_id', own.clientId);
    body.set('client_secret', appleSecret(own, issuer, Date.now()));
  };
}
