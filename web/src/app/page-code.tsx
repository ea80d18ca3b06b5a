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
  '/account': async () => (await import('../features/account/account-page.js')).AccountPage,
  '/how-to-get-started': reading(
    async () => (await import('@sixpence/content/articles/how-to-get-started')).howToGetStarted,
  ),
  '/how-to-top-up': reading(
    async () => (await import('@sixpence/content/articles/how-to-top-up')).howToTopUp,
  ),
  '/how-to-remove-pages': reading(
    async () => (await import('@sixpence/content/articles/how-to-remove-pages')).howToRemovePages,
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
