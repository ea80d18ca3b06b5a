import { z } from 'zod';
import { providerNames } from '../provider-names.js';
import { asAHallClicks, asPeopleClick, type Call } from './call.js';

/** Calls about signing in and up with an identity provider. */

/** `POST /social-state`: a key that the browser has drawn at random, and what is begun under it. */
export const socialStateRequest = z.object({
  stateKey: z.string().regex(/^[\x21-\x7e]{8,200}$/),
  isSignupFlow: z.boolean(),
});
/** Where the browser goes on, at each provider that can be used just now. */
export const socialStateAnswer = z.object({
  authorizationUrls: z.object({
    google: z.url().optional(),
    microsoft: z.url().optional(),
    apple: z.url().optional(),
  }),
});

/** Who came back from a provider that does not vouch for their address: a code is on its way to it. */
const unprovenPerson = z.object({
  provider: z.enum(providerNames),
  email: z.string(),
  isSignupFlow: z.boolean(),
  /** What `GET /code-mail` asks about. */
  mail: z.uuid(),
});
export type UnprovenPerson = z.infer<typeof unprovenPerson>;

/** `GET /social-pending`: whom this browser is about, if anybody. */
export const socialPendingAnswer = z.object({ person: unprovenPerson.optional() });

/** `POST /social-code` */
export const socialCodeAnswer = z.object({ mail: z.uuid() });

/** `POST /social-confirm` */
export const socialConfirmRequest = z.object({ code: z.string().max(6) });

/** Where somebody is led who came back from a provider. */
export const socialEnds = [
  '/dashboard',
  '/welcome',
  '/login?error=signup-required',
  '/signup?error=login-required',
  // It was denied, did not work, or waits for a code: the page asks.
  '/login',
  '/signup',
] as const;
export type SocialEnd = (typeof socialEnds)[number];
export const socialConfirmAnswer = z.object({ to: z.enum(socialEnds) });

/** A provider sends the browser back; whatever it brings, the browser is led to a page. */
const callback = {
  proof: 'none',
  asksProvider: true,
  budget: asAHallClicks,
  leads: socialEnds,
  answer: 'text/html',
} as const satisfies Partial<Call>;
const byLink = { ...callback, method: 'GET', summary: 'Back from a provider, by a link' } as const;
/** The form's page is the provider's; what the person's cookie could be abused for is stopped by the state. */
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
    budget: asAHallClicks,
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
    budget: asAHallClicks,
    answer: socialPendingAnswer,
  },
  socialCode: {
    method: 'POST',
    path: '/social-code',
    summary: 'Mail another code to the address that a provider named',
    proof: 'none',
    budget: asAHallClicks,
    answer: socialCodeAnswer,
    refusals: ['social.ended'],
  },
  socialConfirm: {
    method: 'POST',
    path: '/social-confirm',
    summary: 'Show by the code that the address is theirs; may set the session cookie',
    proof: 'none',
    budget: asAHallClicks,
    request: socialConfirmRequest,
    example: { code: '123456' },
    answer: socialConfirmAnswer,
    refusals: ['social.ended', 'social.wrong-code', 'account.locked'],
  },
  providerDisconnect: {
    method: 'POST',
    path: '/provider-disconnect',
    summary: 'Sign in by a provider no more; never by the last way in',
    proof: 'session',
    budget: asPeopleClick,
    request: z.object({ provider: z.enum(providerNames) }),
    example: { provider: 'google' },
    refusals: ['provider.unknown', 'provider.last-way'],
  },
} as const satisfies Record<string, Call>;
