import { z } from 'zod';
import { providerNames } from '../provider-names.js';
import { sharedNetworkBudget, personBudget, type Call } from './call.js';

/** Calls about signing in and up with an identity provider. */

/** `POST /social-state`: a random key of the browser, and the flow that starts under it. */
const socialStateRequest = z.object({
  stateKey: z.string().regex(/^[\x21-\x7e]{8,200}$/),
  isSignupFlow: z.boolean(),
});
/** The address at each available provider to which the browser goes next. */
const socialStateAnswer = z.object({
  authorizationUrls: z.object({
    google: z.url().optional(),
    microsoft: z.url().optional(),
    apple: z.url().optional(),
  }),
});

/** A user whose provider does not vouch for their address: core has mailed a code to it. */
const unprovenPerson = z.object({
  provider: z.enum(providerNames),
  email: z.string(),
  isSignupFlow: z.boolean(),
  /** The parameter of `GET /code-mail`. */
  mail: z.uuid(),
});
export type UnprovenPerson = z.infer<typeof unprovenPerson>;

/** `GET /social-pending`: the user whose code this browser waits for, if any. */
const socialPendingAnswer = z.object({ person: unprovenPerson.optional() });

/** `POST /social-code` */
const socialCodeAnswer = z.object({ mail: z.uuid() });

/** `POST /social-confirm` */
const socialConfirmRequest = z.object({ code: z.string().max(6) });

/** The pages to which a provider's callback redirects. */
const socialEnds = [
  '/dashboard',
  '/welcome',
  '/login?error=signup-required',
  '/signup?error=login-required',
  // The user denied access, the sign-in failed, or a code is pending: the page asks core.
  '/login',
  '/signup',
] as const;
export type SocialEnd = (typeof socialEnds)[number];
const socialConfirmAnswer = z.object({ to: z.enum(socialEnds) });

/** A provider sends the browser back; in every case the browser is redirected to a page. */
const callback = {
  proof: 'none',
  asksProvider: true,
  budget: sharedNetworkBudget,
  redirectsTo: socialEnds,
  answer: 'text/html',
} as const satisfies Partial<Call>;
const byLink = { ...callback, method: 'GET', summary: 'Back from a provider, by a link' } as const;
/** The form comes from the provider's page. The state key prevents abuse of the user's cookie. */
const byForm = {
  ...callback,
  method: 'POST',
  summary: 'Back from a provider, by a form',
  body: 'form',
  fromAnyOrigin: true,
} as const;

export const socialCalls = {
  socialState: {
    method: 'POST',
    path: '/social-state',
    summary: 'Begin to sign in or up with a provider; binds it to the browser by a cookie',
    proof: 'none',
    asksProvider: true,
    budget: sharedNetworkBudget,
    request: socialStateRequest,
    example: { stateKey: 'a-key-drawn-at-random', isSignupFlow: false },
    answer: socialStateAnswer,
    refusals: ['social.state-used'],
  },
  googleCallback: { ...byLink, path: '/google-callback' },
  googleCallbackForm: { ...byForm, path: '/google-callback' },
  microsoftCallback: { ...byLink, path: '/microsoft-callback' },
  microsoftCallbackForm: { ...byForm, path: '/microsoft-callback' },
  appleCallback: { ...byLink, path: '/apple-callback' },
  appleCallbackForm: { ...byForm, path: '/apple-callback' },
  socialPending: {
    method: 'GET',
    path: '/social-pending',
    summary: 'Whether a provider waits for a mailed code of this browser',
    proof: 'none',
    budget: sharedNetworkBudget,
    answer: socialPendingAnswer,
  },
  socialCode: {
    method: 'POST',
    path: '/social-code',
    summary: 'Mail another code to the address that a provider named',
    proof: 'none',
    budget: sharedNetworkBudget,
    answer: socialCodeAnswer,
    refusals: ['social.ended'],
  },
  socialConfirm: {
    method: 'POST',
    path: '/social-confirm',
    summary: 'Prove the address with the mailed code; may set the session cookie',
    proof: 'none',
    budget: sharedNetworkBudget,
    request: socialConfirmRequest,
    example: { code: '123456' },
    answer: socialConfirmAnswer,
    refusals: ['social.ended', 'social.wrong-code', 'account.locked'],
  },
  providerDisconnect: {
    method: 'POST',
    path: '/provider-disconnect',
    summary: 'Disconnect a provider, unless it is the only way to sign in',
    proof: 'session',
    budget: personBudget,
    request: z.object({ provider: z.enum(providerNames) }),
    example: { provider: 'google' },
    refusals: ['provider.unknown', 'provider.last-way'],
  },
} as const satisfies Record<string, Call>;
