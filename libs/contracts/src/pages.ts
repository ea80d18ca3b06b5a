/**
 * Who a page is for, which also decides the header and the footer around it: `visitor` and `article` are for everybody,
 * `marketing` too, with the brochure in its header; `guarded` needs a session and leads to /login without one.
 */
export type PageArea = 'visitor' | 'marketing' | 'article' | 'guarded';

/** One page of specification §2. */
export interface Page {
  path: `/${string}`;
  area: PageArea;
  /** What the page is called, in its heading and in the browser's tab. */
  title: string;
  /** What it is about, in one sentence: for search engines, and below its name in lists. */
  description: string;
  /** What links call it, where that is shorter. */
  link?: string;
  /** A page that is not built yet says so at its own address, and every link may lead there. */
  built: boolean;
  /** Other addresses that show the same page. */
  alsoAt?: readonly `/${string}`[];
  /** Search engines leave it out, as they do pages that need a session. */
  unlisted?: true;
}

/**
 * Every page of the site: core answers these addresses, the site routes, links, and titles by them. A new page is a row
 * here and its code in `web/src/app/page-code.tsx`.
 */
export const pages = [
  {
    path: '/',
    area: 'visitor',
    title: 'Sixpence: print anywhere with six digits',
    description:
      'Upload a document, get six digits, type them at a printer. Pay only for the pages that come out.',
    built: true,
  },
  {
    path: '/what-we-do',
    area: 'marketing',
    title: 'What We Do',
    description:
      'Printing for everybody in the house, guests too: no drivers, no queue at the desk, and nothing to look after.',
    built: false,
  },
  {
    path: '/solutions',
    area: 'marketing',
    title: 'Solutions',
    description:
      'Printing for retail, hospitality, residential buildings, and student accommodation, from £15 per week.',
    built: false,
  },
  {
    path: '/login',
    area: 'visitor',
    title: 'Sign in',
    description: 'Sign in to your documents, your print codes, and your balance.',
    built: true,
  },
  {
    path: '/signup',
    area: 'visitor',
    title: 'Sign up',
    description: 'Make an account with your e-mail address, or with Google, Microsoft, or Apple.',
    built: true,
  },
  {
    path: '/reset-password',
    area: 'visitor',
    title: 'Reset your password',
    description: 'Choose a new password with a code that we mail to you.',
    built: true,
    unlisted: true,
  },
  {
    path: '/welcome',
    area: 'visitor',
    title: 'Thank you',
    description: 'Your account is ready.',
    built: true,
    unlisted: true,
  },
  {
    path: '/stop-change',
    area: 'visitor',
    title: 'Stop a change',
    description: 'Stop a change of the addresses of your account.',
    built: true,
    unlisted: true,
  },
  {
    path: '/terms',
    area: 'visitor',
    title: 'Terms of Use',
    description:
      'The rules of the service in plain words: who may use it, what printing costs, and what happens to your money.',
    link: 'Terms',
    built: false,
    alsoAt: ['/terms-of-use'],
  },
  {
    path: '/privacy',
    area: 'visitor',
    title: 'User Privacy Statement',
    description: 'What we know of you, why, for how long, and how you take it along or have it deleted.',
    link: 'Privacy',
    built: false,
    alsoAt: ['/user-privacy-statement'],
  },

  {
    path: '/dashboard',
    area: 'guarded',
    title: 'Dashboard',
    description: 'Your documents, your print options, and your print code.',
    built: true,
  },
  {
    path: '/credits',
    area: 'guarded',
    title: 'Credits',
    description: 'Your balance, top-ups, and account statement.',
    built: true,
  },
  {
    path: '/qrlogin',
    area: 'guarded',
    title: 'QR Login',
    description: 'Sign in at a printer with a six-digit code.',
    built: false,
  },
  {
    path: '/help',
    area: 'guarded',
    title: 'Help Center',
    description: 'Answers about printing, paying, and what to do when something does not work.',
    link: 'Help',
    built: false,
  },
  {
    path: '/account',
    area: 'guarded',
    title: 'Account',
    description: 'Your addresses, password, sessions, and your data.',
    built: true,
  },

  {
    path: '/how-to-get-started',
    area: 'article',
    title: 'How to get started',
    description: 'From a new account to the first printed page, step by step.',
    built: true,
  },
  {
    path: '/how-to-top-up',
    area: 'article',
    title: 'How to top up',
    description: 'Fill your balance by card or wallet in four steps, and what to do if a payment goes wrong.',
    built: true,
  },
  {
    path: '/how-to-check-balance',
    area: 'article',
    title: 'How to check your balance',
    description: 'Where your balance stands, and what moved it.',
    built: false,
  },
  {
    path: '/how-much-to-pay',
    area: 'article',
    title: 'How much to pay',
    description: 'What a page costs, who shows it, and what happens when your balance is too low.',
    built: false,
  },
  {
    path: '/do-i-need-to-download',
    area: 'article',
    title: 'Do I need to download anything?',
    description: 'No: a browser is enough, on a phone as on a computer.',
    built: false,
  },
  {
    path: '/how-to-convert-to-pdf',
    area: 'article',
    title: 'How to convert to PDF',
    description: 'Pictures and office documents become PDF by themselves when you upload them.',
    built: false,
  },
  {
    path: '/how-to-remove-pages',
    area: 'article',
    title: 'How to remove pages',
    description: 'Leave out pages with the preview eye icon before you print, and pay for the rest only.',
    built: true,
  },
  {
    path: '/fit-pdf-content',
    area: 'article',
    title: 'How to fit the content of a PDF',
    description:
      'Pages are scaled to the paper, so that nothing is cut off; what to do when it still looks wrong.',
    built: false,
  },
  {
    path: '/how-to-print-multiple-copies',
    area: 'article',
    title: 'How to print multiple copies',
    description: 'Upload or e-mail a document as often as you want it on paper.',
    built: false,
  },
  {
    path: '/printing-emails-webpages',
    area: 'article',
    title: 'Printing e-mails and web pages',
    description: 'Save an e-mail or a web page as a PDF, then print that.',
    built: false,
  },
  {
    path: '/how-to-cancel-print-job',
    area: 'article',
    title: 'How to cancel a print job',
    description: 'Press the home icon on the printer: the current job finishes, the rest are cancelled.',
    built: false,
  },
  {
    path: '/documents-missing-on-dashboard',
    area: 'article',
    title: 'Documents are missing on the dashboard',
    description:
      'Passwords, formats, and the seconds that a document takes: why it is not in your list, and what helps.',
    built: false,
  },
  {
    path: '/documents-missing-on-printer',
    area: 'article',
    title: 'Documents are missing on the printer',
    description: "Why a document is not on the printer's screen, and every file format that can be printed.",
    built: false,
  },
  {
    path: '/document-is-not-printing',
    area: 'article',
    title: 'A document is not printing',
    description: 'Restart the printer, create a new code, and be sure of your money meanwhile.',
    built: false,
  },
  {
    path: '/printer-ran-out-of-paper',
    area: 'article',
    title: 'The printer ran out of paper',
    description: 'Ask the staff for paper; your money is set aside and comes back for what does not print.',
    built: false,
  },
  {
    path: '/cannot-login-at-printer',
    area: 'article',
    title: 'I cannot log in at the printer',
    description:
      "Use the Sixpence screen, not the printer's own Sign in button, and a code that is a few minutes old at most.",
    built: false,
  },
  {
    path: '/unhide-apple-email',
    area: 'article',
    title: 'How to unhide your e-mail address',
    description: 'Your account is under a private relay address? How to sign up again with your own.',
    built: false,
    alsoAt: ['/unhide-google-email', '/unhide-microsoft-email'],
  },
] as const satisfies readonly Page[];

/** The address of a page, as links name it. */
export type PagePath = (typeof pages)[number]['path'];

/** The address of a page that is built. */
export type BuiltPath = Extract<(typeof pages)[number], { built: true }>['path'];

/** Every address at which a page is shown. */
export function addressesOf(page: Page): string[] {
  return [page.path, ...(page.alsoAt ?? [])];
}

/** Whether a page is for everybody. These are drawn when the site is built. */
export function isPublic({ area }: Page): boolean {
  return area !== 'guarded';
}

/** Where in the built site a public page lies that is shown at this address. */
export function prerenderedFile(address: string): string {
  return `pages${address === '/' ? '/start' : address}.html`;
}

/** The page at an address; undefined where there is none. */
export function pageAt(address: string): Page | undefined {
  return pages.find((page) => addressesOf(page).includes(address));
}

/** What links to a page say. */
export function linkTo(path: PagePath): string {
  const page: Page | undefined = pageAt(path);
  return page?.link ?? page?.title ?? path;
}

/** What the browser's tab says. */
export function documentTitle(page: Page): string {
  return page.path === '/' ? page.title : `${page.title} · Sixpence`;
}
