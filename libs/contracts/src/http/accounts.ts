import { z } from 'zod';

/** Calls of specification §7 about accounts and sessions. */

/** The one e-mail rule of site and core: something, an @, something, a dot, at least two characters. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
export const emailSchema = z.string().max(254).regex(emailPattern);

/** `POST /email-login` */
export const emailLoginRequest = z.object({ email: emailSchema, password: z.string().min(1).max(1024) });
export type EmailLoginRequest = z.infer<typeof emailLoginRequest>;

/** `GET /validate-session` */
export const validateSessionAnswer = z.object({ valid: z.boolean() });
export type ValidateSessionAnswer = z.infer<typeof validateSessionAnswer>;

/** `GET /footer-email` */
export const footerEmailAnswer = z.object({ email: z.string() });
export type FooterEmailAnswer = z.infer<typeof footerEmailAnswer>;

/** Every error of the HTTP interface. */
export const errorAnswer = z.object({ code: z.string(), message: z.string() });
export type ErrorAnswer = z.infer<typeof errorAnswer>;
