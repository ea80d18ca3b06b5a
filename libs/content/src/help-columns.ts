import type { ArticlePath } from '@sixpence/contracts/pages';

/** The three columns of the Help Center (specification §2), with the articles of each in their order. */
export const helpColumns = [
  {
    name: 'FAQ',
    articles: ['/how-much-to-pay', '/do-i-need-to-download', '/how-to-check-balance', '/unhide-apple-email'],
  },
  {
    name: 'How to Use',
    articles: [
      '/how-to-get-started',
      '/how-to-top-up',
      '/how-to-convert-to-pdf',
      '/how-to-remove-pages',
      '/fit-pdf-content',
      '/how-to-print-multiple-copies',
      '/printing-emails-webpages',
      '/how-to-cancel-print-job',
    ],
  },
  {
    name: 'Troubleshooting',
    articles: [
      '/documents-missing-on-dashboard',
      '/documents-missing-on-printer',
      '/document-is-not-printing',
      '/printer-ran-out-of-paper',
      '/cannot-login-at-printer',
    ],
  },
] as const satisfies readonly { name: string; articles: readonly ArticlePath[] }[];
