import { isLoopback, isSafeAddress } from '@sixpence/config/loopback';
import { z } from 'zod';

const text = z.string().default('');

/** Core's account with the payment provider. Without all three keys there are no payments. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: text,
  STRIPE_SCRIPT_URL: text,
  /** Allows test keys on a public service: no person pays with real money there. */
  STRIPE_TEST_MODE: z.enum(['yes', 'no'], { error: 'say yes or no' }).default('no'),
};

/** The form of each key. The prefix distinguishes live keys from test keys. */
const keys = {
  STRIPE_SECRET_KEY: { shape: /^[sr]k_(live|test)_\w+$/, begins: 'sk_live_ or rk_live_' },
  STRIPE_PUBLISHABLE_KEY: { shape: /^pk_(live|test)_\w+$/, begins: 'pk_live_' },
  STRIPE_WEBHOOK_SECRET: { shape: /^whsec_\S+$/, begins: 'whsec_' },
} as const;
const keyNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const addresses = ['STRIPE_API_URL', 'STRIPE_SCRIPT_URL'] as const;

type Given = { [Name in keyof typeof stripeVariables]: string } & { PUBLIC_URL: string };
type Problem = readonly [name: keyof typeof stripeVariables, remedy: string];

/** Missing and unsafe variables, each with its remedy. A remedy never contains a key. */
export function stripeProblems(config: Given): Problem[] {
  const problems = keyNames.flatMap((name) => keyProblem(name, config));
  return problems.length > 0 ? problems : [...modeProblems(config), ...addressProblems(config)];
}

function keyProblem(name: keyof typeof keys, config: Given): Problem[] {
  const { shape, begins } = keys[name];
  const key = config[name];
  const given = [...keyNames, ...addresses].find((each) => config[each] !== '');
  if (key === '') return given === undefined ? [] : [[name, `give it together with ${given}, or neither`]];
  if (key.trim() === '') return [[name, 'this is blank: give the key, or leave it empty']];
  return shape.test(key)
    ? []
    : [[name, `this is no such key: copy the one that begins with ${begins}, without spaces`]];
}

function modeProblems(config: Given): Problem[] {
  const secret = modeOf(config.STRIPE_SECRET_KEY);
  const publishable = modeOf(config.STRIPE_PUBLISHABLE_KEY);
  if (secret !== publishable) {
    const remedy =
      `this is a ${publishable} key and STRIPE_SECRET_KEY a ${secret} key: ` +
      'take both from the same account and mode';
    return [['STRIPE_PUBLISHABLE_KEY', remedy]];
  }
  if (secret !== 'test' || isLocal(config) || config.STRIPE_TEST_MODE === 'yes') return [];
  const remedy =
    'with a test key top-ups cost nothing: give live keys, or set STRIPE_TEST_MODE=yes if this is intended';
  return [['STRIPE_SECRET_KEY', remedy]];
}

/** The server at these addresses receives the secret key and decides what counts as paid. */
function addressProblems(config: Given): Problem[] {
  return addresses.flatMap((name): Problem[] => {
    const url = config[name];
    if (url === '') return [];
    if (!/^https?:/.test(url) || !URL.canParse(url))
      return [[name, "give the address of a stand-in, or nothing for the provider's own"]];
    if (modeOf(config.STRIPE_SECRET_KEY) === 'live')
      return [[name, "leave it empty: live keys are sent only to the provider's own address"]];
    if (!isSafeAddress(url)) return [[name, 'use https: plain http is only for a stand-in on localhost']];
    if ((isLocal(config) && isLoopback(new URL(url).hostname)) || config.STRIPE_TEST_MODE === 'yes')
      return [];
    const remedy =
      'leave it empty: a stand-in is only for localhost, or for a service with STRIPE_TEST_MODE=yes';
    return [[name, remedy]];
  });
}

function modeOf(key: string): 'live' | 'test' | 'no' {
  const [, mode] = /^[a-z]+_(live|test)_/.exec(key) ?? [];
  return mode === 'live' || mode === 'test' ? mode : 'no';
}

function isLocal({ PUBLIC_URL }: Given): boolean {
  return isLoopback(new URL(PUBLIC_URL).hostname);
}
