/**
 * The kind of a page, which decides who may see it, and its header and footer. `visitor`, `article`, and
 * `marketing` are public; `marketing` has the brochure in its header; `guarded` needs a session, and
 * redirects to /login without one.
 */
export type PageArea = 'visitor' | 'marketing' | 'article' | 'guarded';

/** One page of specification §2. */
export interface Page {
  path: `/${string}`;
  area: PageArea;
  /** The name of the page, in its heading and in the browser's tab. */
  title: string;
  /** A shorter name for links. */
  link?: string;
  /** Other addresses that show the same page. */
  alsoAt?: readonly `/${string}`[];
  /** True when search engines must not list the page; pages that need a session are never listed. */
  unlisted?: true;
  /** True when the page has the chat in its corner: the help panel, or the chat of a provider. */
  chat?: true;
}

/**
 * Every page of the site. Core answers these addresses; the site derives its routes, links, and titles from
 * them. `web/src/app/page-code.tsx` finds the code of each.
 */
export const pages = [
  {
    path: '/',
    area: 'visitor',
    title: 'Sixpence: print anywhere with six digits',
  },
  {
    path: '/what-we-do',
    area: 'marketing',
    title: 'What We Do',
  },
  {
    path: '/solutions',
    area: 'marketing',
    title: 'Solutions',
  },
  {
    path: '/login',
    area: 'visitor',
    title: 'Sign in',
    chat: true,
  },
  {
    path: '/signup',
    area: 'visitor',
    title: 'Sign up',
    chat: true,
  },
  {
    path: '/reset-password',
    area: 'visitor',
    title: 'Reset your password',
    unlisted: true,
  },
  {
    path: '/welcome',
    area: 'visitor',
    title: 'Thank you',
    unlisted: true,
  },
  {
    path: '/stop-change',
    area: 'visitor',
    title: 'Stop a change',
    unlisted: true,
  },
  {
    path: '/terms',
    area: 'visitor',
    title: 'Terms of Use',
    link: 'Terms',
    alsoAt: ['/terms-of-use'],
  },
  {
    path: '/privacy',
    area: 'visitor',
    title: 'User Privacy Statement',
    link: 'Privacy',
    alsoAt: ['/user-privacy-statement'],
  },
  {
    path: '/accessibility',
    area: 'visitor',
    title: 'Accessibility',
  },

  {
    path: '/dashboard',
    area: 'guarded',
    title: 'Dashboard',
    chat: true,
  },
  {
    path: '/credits',
    area: 'guarded',
    title: 'Credits',
    chat: true,
  },
  {
    path: '/qrlogin',
    area: 'guarded',
    title: 'QR Login',
  },
  {
    path: '/help',
    area: 'guarded',
    title: 'Help Center',
    link: 'Help',
    chat: true,
  },
  {
    path: '/account',
    area: 'guarded',
    title: 'Account',
  },

  {
    path: '/how-to-get-started',
    area: 'article',
    title: 'How to get started',
  },
  {
    path: '/how-to-top-up',
    area: 'article',
    title: 'How to top up',
  },
  {
    path: '/how-to-check-balance',
    area: 'article',
    title: 'How to check your balance',
  },
  {
    path: '/how-much-to-pay',
    area: 'article',
    title: 'How much to pay',
  },
  {
    path: '/do-i-need-to-download',
    area: 'article',
    title: 'Do I need to download anything?',
  },
  {
    path: '/how-to-convert-to-pdf',
    area: 'article',
    title: 'How to convert to PDF',
  },
  {
    path: '/how-to-remove-pages',
    area: 'article',
    title: 'How to remove pages',
  },
  {
    path: '/fit-pdf-content',
    area: 'article',
    title: 'How to fit the content of a PDF',
  },
  {
    path: '/how-to-print-multiple-copies',
    area: 'article',
    title: 'How to print multiple copies',
  },
  {
    path: '/printing-emails-webpages',
    area: 'article',
    title: 'Printing e-mails and web pages',
  },
  {
    path: '/how-to-cancel-print-job',
    area: 'article',
    title: 'How to cancel a print job',
  },
  {
    path: '/documents-missing-on-dashboard',
    area: 'article',
    title: 'Documents are missing on the dashboard',
  },
  {
    path: '/documents-missing-on-printer',
    area: 'article',
    title: 'Documents are missing on the printer',
  },
  {
    path: '/document-is-not-printing',
    area: 'article',
    title: 'A document is not printing',
  },
  {
    path: '/printer-ran-out-of-paper',
    area: 'article',
    title: 'The printer ran out of paper',
  },
  {
    path: '/cannot-login-at-printer',
    area: 'article',
    title: 'I cannot log in at the printer',
  },
  {
    path: '/unhide-apple-email',
    area: 'article',
    title: 'How to unhide your e-mail address',
    alsoAt: ['/unhide-google-email', '/unhide-microsoft-email'],
  },
] as const satisfies readonly Page[];

/** The address of a page, as links name it. */
export type PagePath = (typeof pages)[number]['path'];

/**
 * The address of a page that search engines may list. Pages that need a session are of no use to strangers.
 */
export type ListedPath = Exclude<
  PagePath,
  Extract<(typeof pages)[number], { area: 'guarded' } | { unlisted: true }>['path']
>;

export function isListed(page: Page): page is Page & { path: ListedPath } {
  return page.area !== 'guarded' && page.unlisted !== true;
}

/** The address of a help article. */
export type ArticlePath = Extract<(typeof pages)[number], { area: 'article' }>['path'];
export const articlePaths: readonly ArticlePath[] = pages.flatMap((page) =>
  page.area === 'article' ? [page.path] : [],
);

export function isArticle(path: PagePath): path is ArticlePath {
  return articlePaths.some((article) => article === path);
}

/** Every address at which a page is shown. */
export function addressesOf(page: Page): string[] {
  return [page.path, ...(page.alsoAt ?? [])];
}

/** True when a page needs no session. The build renders these pages. */
export function isPublic({ area }: Page): boolean {
  return area !== 'guarded';
}

/** The path of a public page's file in the built site, by its address. */
export function prerenderedFile(address: string): string {
  return `pages${address === '/' ? '/start' : address}.html`;
}

/** The page at an address; undefined where there is none. */
export function pageAt(address: string): Page | undefined {
  return pages.find((page) => addressesOf(page).includes(address));
}

/** The text of links to a page. */
export function linkTo(path: PagePath): string {
  const page: Page | undefined = pageAt(path);
  return page?.link ?? page?.title ?? path;
}

/** The title in the browser's tab. */
export function documentTitle(page: Page): string {
  return page.path === '/' ? page.title : `${page.title} · Sixpence`;
}
