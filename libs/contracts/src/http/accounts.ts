import { z } from 'zod';
import { plainText } from '../values.js';
import { asPeopleClick, type Call } from './call.js';

/** Calls of specification §7 about accounts and sessions. */

/**
 * The one e-mail rule of site and core: something, an @, something, a dot, at least two characters. The dot is the first
 * one that has something before it, so that a text is read once and never tried again from another dot.
 */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]{2,}$/;
export const emailSchema = plainText(254).regex(emailPattern);

/** `POST /email-login` */
export const emailLoginRequest = z.object({ email: emailSchema, password: z.string().min(1).max(1024) });
export const emailLoginAnswer = z.object({ success: z.boolean() });

/** `GET /validate-session` */
export const validateSessionAnswer = z.object({ valid: z.boolean() });
export type ValidateSessionAnswer = z.infer<typeof validateSessionAnswer>;

/** `GET /footer-email` */
export const footerEmailAnswer = z.object({ email: z.string() });
export type FooterEmailAnswer = z.infer<typeof footerEmailAnswer>;

/** Every error of the HTTP interface. */
export const errorAnswer = z.object({ code: z.string(), message: z.string() });
export type ErrorAnswer = z.infer<typeof errorAnswer>;

export const accountCalls = {
  validateSession: {
    method: 'GET',
    path: '/validate-session',
    summary: 'Whether the cookie holds a valid session',
    proof: 'none',
    // Asked before each act of everybody behind a network address, such as a hall of residence.
    budget: { network: { points: 6_000, seconds: 60 } },
    answer: validateSessionAnswer,
  },
  emailLogin: {
    method: 'POST',
    path: '/email-login',
    summary: 'Sign in; sets the session cookie',
    proof: 'none',
    // Wrong tries have smaller budgets of their own, which sign-ins that succeed do not use up.
    budget: { network: { points: 600, seconds: 60 } },
    request: emailLoginRequest,
    example: { email: 'demo@example.com', password: 'Sixpence1' },
    answer: emailLoginAnswer,
    refusals: ['account.wrong-password', 'account.unknown', 'account.locked'],
  },
  logoutSession: {
    method: 'POST',
    path: '/logout-session',
    summary: 'End the session',
    proof: 'none',
    budget: { network: { points: 6_000, seconds: 60 } },
  },
  footerEmail: {
    method: 'GET',
    path: '/footer-email',
    summary: 'Whose session this is',
    proof: 'session',
    budget: asPeopleClick,
    answer: footerEmailAnswer,
  },
} as const satisfies Record<string, Call>;
