/**
 * The readers of a page, which also decide its header and footer: `visitor`, `article`, and `marketing` are
 * for all readers; `marketing` has the brochure in its header; `guarded` needs a session, and redirects to
 * /login without one.
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
  /** A page that is not built yet says so at its own address, and every link may lead there. */
  built: boolean;
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
    built: true,
  },
  {
    path: '/what-we-do',
    area: 'marketing',
    title: 'What We Do',
    built: true,
  },
  {
    path: '/solutions',
    area: 'marketing',
    title: 'Solutions',
    built: true,
  },
  {
    path: '/login',
    area: 'visitor',
    title: 'Sign in',
    built: true,
    chat: true,
  },
  {
    path: '/signup',
    area: 'visitor',
    title: 'Sign up',
    built: true,
    chat: true,
  },
  {
    path: '/reset-password',
    area: 'visitor',
    title: 'Reset your password',
    built: true,
    unlisted: true,
  },
  {
    path: '/welcome',
    area: 'visitor',
    title: 'Thank you',
    built: true,
    unlisted: true,
  },
  {
    path: '/stop-change',
    area: 'visitor',
    title: 'Stop a change',
    built: true,
    unlisted: true,
  },
  {
    path: '/terms',
    area: 'visitor',
    title: 'Terms of Use',
    link: 'Terms',
    built: true,
    alsoAt: ['/terms-of-use'],
  },
  {
    path: '/privacy',
    area: 'visitor',
    title: 'User Privacy Statement',
    link: 'Privacy',
    built: true,
    alsoAt: ['/user-privacy-statement'],
  },
  {
    path: '/accessibility',
    area: 'visitor',
    title: 'Accessibility',
    built: true,
  },

  {
    path: '/dashboard',
    area: 'guarded',
    title: 'Dashboard',
    built: true,
    chat: true,
  },
  {
    path: '/credits',
    area: 'guarded',
    title: 'Credits',
    built: true,
    chat: true,
  },
  {
    path: '/qrlogin',
    area: 'guarded',
    title: 'QR Login',
    built: true,
  },
  {
    path: '/help',
    area: 'guarded',
    title: 'Help Center',
    link: 'Help',
    built: true,
    chat: true,
  },
  {
    path: '/account',
    area: 'guarded',
    title: 'Account',
    built: true,
  },

  {
    path: '/how-to-get-started',
    area: 'article',
    title: 'How to get started',
    built: true,
  },
  {
    path: '/how-to-top-up',
    area: 'article',
    title: 'How to top up',
    built: true,
  },
  {
    path: '/how-to-check-balance',
    area: 'article',
    title: 'How to check your balance',
    built: true,
  },
  {
    path: '/how-much-to-pay',
    area: 'article',
    title: 'How much to pay',
    built: true,
  },
  {
    path: '/do-i-need-to-download',
    area: 'article',
    title: 'Do I need to download anything?',
    built: true,
  },
  {
    path: '/how-to-convert-to-pdf',
    area: 'article',
    title: 'How to convert to PDF',
    built: true,
  },
  {
    path: '/how-to-remove-pages',
    area: 'article',
    title: 'How to remove pages',
    built: true,
  },
  {
    path: '/fit-pdf-content',
    area: 'article',
    title: 'How to fit the content of a PDF',
    built: true,
  },
  {
    path: '/how-to-print-multiple-copies',
    area: 'article',
    title: 'How to print multiple copies',
    built: true,
  },
  {
    path: '/printing-emails-webpages',
    area: 'article',
    title: 'Printing e-mails and web pages',
    built: true,
  },
  {
    path: '/how-to-cancel-print-job',
    area: 'article',
    title: 'How to cancel a print job',
    built: true,
  },
  {
    path: '/documents-missing-on-dashboard',
    area: 'article',
    title: 'Documents are missing on the dashboard',
    built: true,
  },
  {
    path: '/documents-missing-on-printer',
    area: 'article',
    title: 'Documents are missing on the printer',
    built: true,
  },
  {
    path: '/document-is-not-printing',
    area: 'article',
    title: 'A document is not printing',
    built: true,
  },
  {
    path: '/printer-ran-out-of-paper',
    area: 'article',
    title: 'The printer ran out of paper',
    built: true,
  },
  {
    path: '/cannot-login-at-printer',
    area: 'article',
    title: 'I cannot log in at the printer',
    built: true,
  },
  {
    path: '/unhide-apple-email',
    area: 'article',
    title: 'How to unhide your e-mail address',
    built: true,
    alsoAt: ['/unhide-google-email', '/unhide-microsoft-email'],
  },
] as const satisfies readonly Page[];

/**
 * Pages that are not in the route table of specification §2, built or not. Every other page is in that table.
 */
export const pagesBeyondTable = [
  '/account',
  '/accessibility',
  '/stop-change',
  '/staff',
  '/add-printer',
  '/begin',
] as const;

/** The address of a page, as links name it. */
export type PagePath = (typeof pages)[number]['path'];

/** The address of a page that is built. */
export type BuiltPath = Extract<(typeof pages)[number], { built: true }>['path'];

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
