import { randomBytes } from 'node:crypto';
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider';
import { isAppleSecret } from './apple-secret.js';
import { appleKeyId, appleTeamId, clientId, type SharedSecrets } from './clients.js';
import { tenant, type Kind } from './kinds.js';
import { claimsOf, subjectOf } from './pretended-person.js';

/** An OpenID Connect issuer at `<url>/<kind>`, with the peculiarities of the real provider. */
export function issuer(kind: Kind, url: string, secrets: SharedSecrets): Provider {
  const address = `${url}/${kind}`;
  const provider = new Provider(
    kind === 'microsoft' ? address + tenantPath(tenant) : address,
    configurationOf(kind, secrets),
  );
  if (kind === 'apple') requireSignedSecrets(provider, address, secrets);
  if (kind === 'microsoft') serveAllTenants(provider, address);
  return provider;
}

function configurationOf(kind: Kind, { clientSecret, signingKey }: SharedSecrets): Configuration {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        // Core's port may vary. The redirect of a native client on this machine matches on any port (RFC
        // 8252).
        application_type: 'native',
        subject_type: 'pairwise',
        redirect_uris: [`http://localhost/${kind}-callback`],
      },
    ],
    claims: {
      openid: ['sub', 'tid', 'xms_edov'],
      email: ['email', 'email_verified', 'is_private_email'],
    },
    conformIdTokenClaims: false,
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      // The three issuers share a host and therefore its cookies, so each needs cookie names of its own.
      names: { session: `${kind}_session`, interaction: `${kind}_interaction`, resume: `${kind}_resume` },
    },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, account) => ({ accountId: account, claims: () => claimsOf(kind, account) }),
    interactions: { policy, url: (_, { uid }) => `/${kind}/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      if (!oidc.client || accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'RS256' }] },
    pkce: { required: () => true },
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: (_, account) => subjectOf(kind, account),
  };
}

/** Apple's client secret is not a fixed text but a JWT that the client signs itself. */
function requireSignedSecrets(provider: Provider, address: string, { applePublicKey }: SharedSecrets): void {
  const client = { teamId: appleTeamId, keyId: appleKeyId, clientId, key: applePublicKey };
  Object.assign(provider.Client.prototype, {
    compareClientSecret: (secret: string) => isAppleSecret(secret, client, address),
  });
}

/**
 * Microsoft serves all tenants at one address. Its discovery document has a pattern as the issuer, each token
 * names the tenant of its user, and the redirect carries no issuer.
 */
function serveAllTenants(provider: Provider, address: string): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === '/.well-known/openid-configuration') {
      const document = ctx.body as Record<string, unknown>;
      document['issuer'] = address + tenantPath('{tenantid}');
      delete document['authorization_response_iss_parameter_supported'];
    }
    const location = ctx.response.get('location');
    if (!URL.canParse(location)) return;
    const back = new URL(location);
    if (!back.searchParams.has('iss')) return;
    back.searchParams.delete('iss');
    ctx.set('location', back.href);
  });
}

function tenantPath(name: string): string {
  return `/${name}/v2.0`;
}
