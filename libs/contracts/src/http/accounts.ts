import { z } from 'zod';
import { isEmailAddress } from '../email-address.js';
import { plainText } from '../values.js';
import { sharedNetworkBudget, personBudget, type Call } from './call.js';

/** Calls of specification §7 about accounts and sessions. */

export const emailSchema = plainText(254).refine(isEmailAddress);

/** `POST /email-login` */
const emailLoginRequest = z.object({ email: emailSchema, password: z.string().min(1).max(1024) });
const emailLoginAnswer = z.object({ success: z.boolean() });

/** A one-time code as the user typed it. A malformed code is treated as a wrong one. */
export const typedCode = z.string().max(6);
export const newPassword = z.string().max(1024);

/** `POST /signup-code` and `POST /reset-code`; `mail` is the parameter of `GET /code-mail`. */
const codeRequest = z.object({ email: emailSchema });
export const codeAnswer = z.object({ mail: z.uuid() });

/** `GET /code-mail?mail=`: `refused` when the mail will never arrive. */
const codeMailRequest = z.object({ mail: z.uuid() });
const codeMailStates = ['waiting', 'sent', 'refused'] as const;
const codeMailAnswer = z.object({ state: z.enum(codeMailStates) });
export type CodeMailState = (typeof codeMailStates)[number];

/** `POST /email-signup` */
const emailSignupRequest = z.object({ email: emailSchema, code: typedCode, password: newPassword });
const emailSignupAnswer = z.object({ success: z.boolean() });

/** `POST /reset-confirm` */
const resetConfirmAnswer = z.object({ message: z.string() });

/** `GET /validate-session` */
const validateSessionAnswer = z.object({ valid: z.boolean() });
export type ValidateSessionAnswer = z.infer<typeof validateSessionAnswer>;

/** `GET /footer-email` */
const footerEmailAnswer = z.object({ email: z.string() });
export type FooterEmailAnswer = z.infer<typeof footerEmailAnswer>;

/** Every error of the HTTP interface. */
export const errorAnswer = z.object({ code: z.string(), message: z.string() });

const newcomer = { email: 'anna@example.com', code: '123456', password: 'Sixpence1' };

export const accountCalls = {
  validateSession: {
    method: 'GET',
    path: '/validate-session',
    summary: 'Whether the cookie holds a valid session',
    proof: 'none',
    // Pages ask before each action of every user behind a network address, such as a hall of residence.
    budget: sharedNetworkBudget,
    quick: true,
    answer: validateSessionAnswer,
  },
  emailLogin: {
    method: 'POST',
    path: '/email-login',
    summary: 'Sign in; sets the session cookie',
    proof: 'none',
    // Wrong passwords have smaller budgets of their own; successful sign-ins do not use those up.
    budget: sharedNetworkBudget,
    request: emailLoginRequest,
    example: { email: 'demo@example.com', password: 'Sixpence1' },
    answer: emailLoginAnswer,
    refusals: ['account.wrong-password', 'account.unknown', 'account.locked'],
  },
  signupCode: {
    method: 'POST',
    path: '/signup-code',
    summary: 'Mail a one-time code to an address without an account',
    proof: 'none',
    // Mails to one address have a smaller budget of their own.
    budget: sharedNetworkBudget,
    request: codeRequest,
    example: { email: newcomer.email },
    answer: codeAnswer,
    refusals: ['account.exists'],
  },
  emailSignup: {
    method: 'POST',
    path: '/email-signup',
    summary: 'Sign up with the code; sets the session cookie',
    proof: 'none',
    budget: sharedNetworkBudget,
    request: emailSignupRequest,
    example: newcomer,
    answer: emailSignupAnswer,
    refusals: ['sign-up.wrong-code', 'account.weak-password', 'account.exists'],
  },
  resetCode: {
    method: 'POST',
    path: '/reset-code',
    summary: 'Mail a one-time code for a new password',
    proof: 'none',
    // Mails to one address have a smaller budget of their own.
    budget: sharedNetworkBudget,
    request: codeRequest,
    example: { email: newcomer.email },
    answer: codeAnswer,
    refusals: ['account.unknown'],
  },
  resetConfirm: {
    method: 'POST',
    path: '/reset-confirm',
    summary: 'Choose a new password with the code; ends every session',
    proof: 'none',
    budget: sharedNetworkBudget,
    request: emailSignupRequest,
    example: newcomer,
    answer: resetConfirmAnswer,
    refusals: ['reset.wrong-code', 'account.weak-password', 'account.unknown'],
  },
  codeMail: {
    method: 'GET',
    path: '/code-mail',
    summary: 'Whether the mail with a code was sent',
    proof: 'none',
    budget: sharedNetworkBudget,
    request: codeMailRequest,
    example: { mail: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' },
    malformed: 'mail.unknown',
    answer: codeMailAnswer,
    refusals: ['mail.unknown'],
  },
  logoutSession: {
    method: 'POST',
    path: '/logout-session',
    summary: 'End the session',
    proof: 'none',
    budget: sharedNetworkBudget,
  },
  footerEmail: {
    method: 'GET',
    path: '/footer-email',
    summary: 'The address of the person whose session this is',
    proof: 'session',
    budget: personBudget,
    answer: footerEmailAnswer,
  },
} as const satisfies Record<string, Call>;
