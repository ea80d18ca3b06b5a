import { isLoopback } from '@sixpence/config/loopback';
import { kinds, type Kind } from '../../identity/kinds.js';
import { IdentityProviders } from '../../identity/identity-providers.js';
import type { Settings } from '../settings/settings.js';
import type { OutsidePart, Variables } from './part.js';

/** The variables of each real provider. Core requires all variables of a provider. */
const realNames: Record<Kind, readonly string[]> = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET', 'MICROSOFT_ISSUER'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_KEY_FILE'],
};

/** Stand-ins for the identity providers without a client id in the environment. */
export const identity: OutsidePart = {
  name: 'identity providers',
  ports: ['identity'],
  data: ['identity'],
  replacedBy: ['GOOGLE_CLIENT_ID', 'MICROSOFT_CLIENT_ID', 'APPLE_CLIENT_ID'],
  needs: [],
  async start(context) {
    const { settings } = context;
    const simulated = kinds.filter((kind) => !isReal(kind, settings));
    if (!mayStartStandIn(settings)) return {};
    const port = settings.ports.identity;
    const options = { port, folder: context.path('identity'), logFile: context.logFile('identity') };
    let ours: Variables = {};
    await context.keepRunning(`identity providers on http://127.0.0.1:${port}`, async () => {
      const providers = await IdentityProviders.start(options);
      ours = providers.variablesFor(simulated);
      return providers.child;
    });
    return ours;
  },
  welcome: ({ settings }) =>
    mayStartStandIn(settings)
      ? [['Providers', `http://127.0.0.1:${settings.ports.identity}/{google,microsoft,apple} (stand-ins)`]]
      : [],
};

/** All variables of real providers in the environment, for core and for the operator. */
export function realProviders({ environment }: Settings): Variables {
  const names = Object.values(realNames).flat();
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

function isReal(kind: Kind, { environment }: Settings): boolean {
  return Boolean(environment[`${kind.toUpperCase()}_CLIENT_ID`]);
}

/**
 * A stand-in accepts any identity, so only a service that is reachable from this machine alone may use it.
 */
function mayStartStandIn({ publicUrl }: Settings): boolean {
  return isLoopback(new URL(publicUrl).hostname);
}
