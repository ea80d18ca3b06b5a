import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Waiting } from '../components/waiting.js';
import { PublicChrome } from './public-chrome.js';

const LandingPage = lazy(async () => ({
  default: (await import('../features/landing/landing-page.js')).LandingPage,
}));
const LoginPage = lazy(async () => ({
  default: (await import('../features/login/login-page.js')).LoginPage,
}));
const DashboardPage = lazy(async () => ({
  default: (await import('../features/dashboard/dashboard-page.js')).DashboardPage,
}));
const SignedInArea = lazy(async () => ({ default: (await import('./signed-in-area.js')).SignedInArea }));

/** Every page of the site. Each comes with its own code when it is first opened; unknown addresses lead to `/`. */
export function App() {
  return (
    <Suspense fallback={<Waiting what="Opening the page" minHeight="60vh" />}>
      <Routes>
        <Route element={<PublicChrome />}>
          <Route index element={<LandingPage />} />
          <Route path="login" element={<LoginPage />} />
        </Route>
        <Route element={<SignedInArea />}>
          <Route path="dashboard" element={<DashboardPage />} />
        </Route>
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
