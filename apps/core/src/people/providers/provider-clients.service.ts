import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { providerNames, type ProviderName } from '@sixpence/contracts/provider-names';
import * as client from 'openid-client';
import type { Logger } from 'pino';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { LOGGER } from '../../platform/process/logger.js';
import { appleSecret } from './apple-secret.js';
import type { Checks } from './browser.js';
import type { Claims } from './who.js';

/** A provider that does not answer within it is away. */
const timeoutSeconds = 5;
/** For everybody's tenant; only there the library reads the issuer as a pattern and fills in the token's `tid`. */
const microsoft = 'https://login.microsoftonline.com/common/v2.0';

/** A way to a provider: the state key that comes back, and the checks that only its browser and we know. */
interface Way {
  stateKey: string;
  checks: Checks;
}

/** The providers themselves: where a browser is sent, and what the code that it brings back is good for. */
@Injectable()
export class ProviderClients {
  private readonly found = new Map<ProviderName, Promise<client.Configuration>>();
  private readonly registrations: Registrations;

  constructor(
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.registrations = registrationsOf(config);
  }

  /** Where a browser goes on, at every provider that can be used just now. */
  async authorizationUrls(way: Way): Promise<Partial<Record<ProviderName, string>>> {
    const urls = await Promise.all(providerNames.map((name) => this.authorizationUrl(name, way)));
    return Object.fromEntries(
      providerNames.flatMap((name, index) => (urls[index] === undefined ? [] : [[name, urls[index]]])),
    );
  }

  /**
   * What the provider says of whoever came back: the claims of an ID token whose signature, issuer, reader, time, and nonce
   * are right.
   * @throws what was wrong
   */
  async claimsFor(name: ProviderName, returned: Record<string, string>, way: Way): Promise<Claims> {
    const configuration = await this.configuration(name);
    const address = new URL(this.callbackOf(name));
    address.search = new URLSearchParams(returned).toString();
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: way.checks.verifier,
      expectedState: way.stateKey,
      expectedNonce: way.checks.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('There is no ID token');
    return claims;
  }

  private async authorizationUrl(name: ProviderName, way: Way): Promise<string | undefined> {
    if (!this.registrations[name]) return undefined;
    try {
      const configuration = await this.configuration(name);
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: this.callbackOf(name),
        scope: name === 'apple' ? 'openid name email' : 'openid email',
        state: way.stateKey,
        nonce: way.checks.nonce,
        code_challenge: way.checks.challenge,
        code_challenge_method: 'S256',
        // Apple tells an address only by form.
        ...(name === 'apple' && { response_mode: 'form_post' }),
      });
      return url.href;
    } catch (error) {
      this.logger.warn({ err: error, provider: name }, 'an identity provider is away');
      return undefined;
    }
  }

  /** What the provider publishes of itself, asked once; again when that failed. */
  private configuration(name: ProviderName): Promise<client.Configuration> {
    const known = this.found.get(name);
    if (known) return known;
    const finding = this.discover(name);
    this.found.set(name, finding);
    finding.catch(() => this.found.delete(name));
    return finding;
  }

  private async discover(name: ProviderName): Promise<client.Configuration> {
    const registration = this.registrations[name];
    if (!registration) throw new Error(`${name} is not configured`);
    const { issuer, clientId, authentication } = registration;
    const server = new URL(name === 'microsoft' ? microsoft : issuer);
    // Plain http is a stand-in's on this machine: the configuration refuses any other.
    // oxlint-disable-next-line typescript/no-deprecated -- marked only to stand out
    const plain = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    return client.discovery(server, clientId, undefined, authentication, {
      timeout: timeoutSeconds,
      execute: [client.enableNonRepudiationChecks, ...plain],
      // Another authority of Microsoft, or a stand-in, is asked for its document in the place of everybody's.
      [client.customFetch]: (address, options) =>
        fetch(name === 'microsoft' ? address.replace(microsoft, issuer) : address, options),
    });
  }

  private callbackOf(name: ProviderName): string {
    return new URL(`/${name}-callback`, this.config.PUBLIC_URL).href;
  }
}

/** How we are known to a provider. */
interface Registration {
  issuer: string;
  clientId: string;
  authentication: client.ClientAuth;
}
type Registrations = Partial<Record<ProviderName, Registration>>;

/** The providers that are configured. */
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

/** The key is read at start, so that a wrong one is told then and not to the first who wants to sign in. */
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
