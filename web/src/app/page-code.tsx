import type { Content } from '@sixpence/content/content';
import type { PagePath } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';

/** The folders whose names differ from their page's address. */
const folders: Partial<Record<PagePath, string>> = {
  '/': 'landing',
  '/qrlogin': 'qr-login',
  '/signup': 'sign-up',
};

/** The content of the pages of text. */
const texts: Partial<Record<PagePath, () => Promise<Content>>> = {
  '/accessibility': async () => (await import('@sixpence/content/pages/accessibility')).accessibility,
  '/privacy': async () => (await import('@sixpence/content/pages/privacy')).privacy,
  '/solutions': async () => (await import('@sixpence/content/pages/solutions')).solutions,
  '/terms': async () => (await import('@sixpence/content/pages/terms')).terms,
  '/what-we-do': async () => (await import('@sixpence/content/pages/what-we-do')).whatWeDo,
  '/cannot-login-at-printer': async () =>
    (await import('@sixpence/content/articles/cannot-login-at-printer')).cannotLoginAtPrinter,
  '/do-i-need-to-download': async () =>
    (await import('@sixpence/content/articles/do-i-need-to-download')).doINeedToDownload,
  '/document-is-not-printing': async () =>
    (await import('@sixpence/content/articles/document-is-not-printing')).documentIsNotPrinting,
  '/documents-missing-on-dashboard': async () =>
    (await import('@sixpence/content/articles/documents-missing-on-dashboard')).documentsMissingOnDashboard,
  '/documents-missing-on-printer': async () =>
    (await import('@sixpence/content/articles/documents-missing-on-printer')).documentsMissingOnPrinter,
  '/fit-pdf-content': async () => (await import('@sixpence/content/articles/fit-pdf-content')).fitPdfContent,
  '/how-much-to-pay': async () => (await import('@sixpence/content/articles/how-much-to-pay')).howMuchToPay,
  '/how-to-cancel-print-job': async () =>
    (await import('@sixpence/content/articles/how-to-cancel-print-job')).howToCancelPrintJob,
  '/how-to-check-balance': async () =>
    (await import('@sixpence/content/articles/how-to-check-balance')).howToCheckBalance,
  '/how-to-convert-to-pdf': async () =>
    (await import('@sixpence/content/articles/how-to-convert-to-pdf')).howToConvertToPdf,
  '/how-to-get-started': async () =>
    (await import('@sixpence/content/articles/how-to-get-started')).howToGetStarted,
  '/how-to-print-multiple-copies': async () =>
    (await import('@sixpence/content/articles/how-to-print-multiple-copies')).howToPrintMultipleCopies,
  '/how-to-remove-pages': async () =>
    (await import('@sixpence/content/articles/how-to-remove-pages')).howToRemovePages,
  '/how-to-top-up': async () => (await import('@sixpence/content/articles/how-to-top-up')).howToTopUp,
  '/printer-ran-out-of-paper': async () =>
    (await import('@sixpence/content/articles/printer-ran-out-of-paper')).printerRanOutOfPaper,
  '/printing-emails-webpages': async () =>
    (await import('@sixpence/content/articles/printing-emails-webpages')).printingEmailsWebpages,
  '/unhide-apple-email': async () =>
    (await import('@sixpence/content/articles/unhide-apple-email')).unhideAppleEmail,
};

/**
 * Loads the code of a page when it is first opened. The component of `/account` is the default export of
 * `features/account/account-page.tsx`. Pages of text share one component, and their content loads in
 * parallel.
 */
export async function pageCode(path: PagePath): Promise<ComponentType> {
  const text = texts[path];
  if (text) return reading(text);
  const name = folders[path] ?? path.slice(1);
  const page = (await import(`../features/${name}/${name}-page.tsx`)) as { default: ComponentType };
  return page.default;
}

async function reading(load: () => Promise<Content>): Promise<ComponentType> {
  const [{ ContentPage }, content] = await Promise.all([
    import('../components/content/content-page.js'),
    load(),
  ]);
  return () => <ContentPage content={content} />;
}
