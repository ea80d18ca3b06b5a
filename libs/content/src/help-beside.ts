import type { ArticlePath, pages } from '@sixpence/contracts/pages';

/** A page with the chat in its corner. */
export type ChatPath = Extract<(typeof pages)[number], { chat: true }>['path'];

/** The most frequent questions on a page. The help panel shows them before the user types. */
export const helpBeside: Readonly<Record<ChatPath, readonly ArticlePath[]>> = {
  '/login': ['/how-to-get-started', '/cannot-login-at-printer', '/unhide-apple-email'],
  '/signup': ['/how-to-get-started', '/do-i-need-to-download', '/unhide-apple-email'],
  '/dashboard': ['/how-to-remove-pages', '/documents-missing-on-dashboard', '/cannot-login-at-printer'],
  '/credits': ['/how-to-top-up', '/how-much-to-pay', '/how-to-check-balance'],
  '/help': ['/how-to-get-started', '/document-is-not-printing', '/how-to-cancel-print-job'],
};
