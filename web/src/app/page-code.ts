import type { BuiltPath } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';

/** Where the code of each built page lies; it is fetched when the page is first opened. */
export const pageCode: Record<BuiltPath, () => Promise<ComponentType>> = {
  '/': async () => (await import('../features/landing/landing-page.js')).LandingPage,
  '/login': async () => (await import('../features/login/login-page.js')).LoginPage,
  '/dashboard': async () => (await import('../features/dashboard/dashboard-page.js')).DashboardPage,
};
