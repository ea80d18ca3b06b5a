import type { Content } from '@sixpence/content/content';
import type { BuiltPath } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';

/** Where the code of each built page lies; it is fetched when the page is first opened. */
export const pageCode: Record<BuiltPath, () => Promise<ComponentType>> = {
  '/': async () => (await import('../features/landing/landing-page.js')).LandingPage,
  '/login': async () => (await import('../features/login/login-page.js')).LoginPage,
  '/signup': async () => (await import('../features/sign-up/sign-up-page.js')).SignUpPage,
  '/reset-password': async () =>
    (await import('../features/reset-password/reset-password-page.js')).ResetPasswordPage,
  '/welcome': async () => (await import('../features/welcome/welcome-page.js')).WelcomePage,
  '/stop-change': async () => (await import('../features/stop-change/stop-change-page.js')).StopChangePage,
  '/dashboard': async () => (await import('../features/dashboard/dashboard-page.js')).DashboardPage,
  '/credits': async () => (await import('../features/credits/credits-page.js')).CreditsPage,
  '/qrlogin': async () => (await import('../features/qr-login/qr-login-page.js')).QrLoginPage,
  '/help': async () => (await import('../features/help/help-page.js')).HelpPage,
  '/account': async () => (await import('../features/account/account-page.js')).AccountPage,
  '/accessibility': reading(
    async () => (await import('@sixpence/content/pages/accessibility')).accessibility,
  ),
  '/privacy': reading(async () => (await import('@sixpence/content/pages/privacy')).privacy),
  '/solutions': reading(async () => (await import('@sixpence/content/pages/solutions')).solutions),
  '/terms': reading(async () => (await import('@sixpence/content/pages/terms')).terms),
  '/what-we-do': reading(async () => (await import('@sixpence/content/pages/what-we-do')).whatWeDo),
  '/cannot-login-at-printer': reading(
    async () => (await import('@sixpence/content/articles/cannot-login-at-printer')).cannotLoginAtPrinter,
  ),
  '/do-i-need-to-download': reading(
    async () => (await import('@sixpence/content/articles/do-i-need-to-download')).doINeedToDownload,
  ),
  '/document-is-not-printing': reading(
    async () => (await import('@sixpence/content/articles/document-is-not-printing')).documentIsNotPrinting,
  ),
  '/documents-missing-on-dashboard': reading(
    async () =>
      (await import('@sixpence/content/articles/documents-missing-on-dashboard')).documentsMissingOnDashboard,
  ),
  '/documents-missing-on-printer': reading(
    async () =>
      (await import('@sixpence/content/articles/documents-missing-on-printer')).documentsMissingOnPrinter,
  ),
  '/fit-pdf-content': reading(
    async () => (await import('@sixpence/content/articles/fit-pdf-content')).fitPdfContent,
  ),
  '/how-much-to-pay': reading(
    async () => (await import('@sixpence/content/articles/how-much-to-pay')).howMuchToPay,
  ),
  '/how-to-cancel-print-job': reading(
    async () => (await import('@sixpence/content/articles/how-to-cancel-print-job')).howToCancelPrintJob,
  ),
  '/how-to-check-balance': reading(
    async () => (await import('@sixpence/content/articles/how-to-check-balance')).howToCheckBalance,
  ),
  '/how-to-convert-to-pdf': reading(
    async () => (await import('@sixpence/content/articles/how-to-convert-to-pdf')).howToConvertToPdf,
  ),
  '/how-to-get-started': reading(
    async () => (await import('@sixpence/content/articles/how-to-get-started')).howToGetStarted,
  ),
  '/how-to-print-multiple-copies': reading(
    async () =>
      (await import('@sixpence/content/articles/how-to-print-multiple-copies')).howToPrintMultipleCopies,
  ),
  '/how-to-remove-pages': reading(
    async () => (await import('@sixpence/content/articles/how-to-remove-pages')).howToRemovePages,
  ),
  '/how-to-top-up': reading(
    async () => (await import('@sixpence/content/articles/how-to-top-up')).howToTopUp,
  ),
  '/printer-ran-out-of-paper': reading(
    async () => (await import('@sixpence/content/articles/printer-ran-out-of-paper')).printerRanOutOfPaper,
  ),
  '/printing-emails-webpages': reading(
    async () => (await import('@sixpence/content/articles/printing-emails-webpages')).printingEmailsWebpages,
  ),
  '/unhide-apple-email': reading(
    async () => (await import('@sixpence/content/articles/unhide-apple-email')).unhideAppleEmail,
  ),
};

/** A page of text: what it says comes beside the code that draws all of them. */
function reading(load: () => Promise<Content>): () => Promise<ComponentType> {
  return async () => {
    const [{ ContentPage }, content] = await Promise.all([
      import('../components/content/content-page.js'),
      load(),
    ]);
    return () => <ContentPage content={content} />;
  };
}
