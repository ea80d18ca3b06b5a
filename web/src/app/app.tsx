import { addressesOf, isPublic, type Page, pageAt, pages } from '@sixpence/contracts/pages';
import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { Waiting } from '../components/waiting.js';
import { tabWords } from '../lib/page-titles.js';
import { lazyPart } from '../lib/lazy-part.js';
import { chromeWords } from './chrome/chrome-words.en.js';
import { ErrorBoundary } from './error-boundary.js';
import { lazyPage } from './lazy-pages.js';
import { PublicChrome } from './chrome/public-chrome.js';
import { useHead } from './use-head.js';

const SignedInArea = lazyPart(
  'signed-in-area',
  async () => (await import('./signed-in-area.js')).SignedInArea,
);

const allPages: readonly Page[] = pages;
const guardedPages = allPages.filter((page) => !isPublic(page));
const openPages = allPages.filter(isPublic);

/** Every page of the table with its header and footer; an unknown address leads to `/`. */
export function App() {
  const page = pageAt(useLocation().pathname);
  useHead(page);
  return (
    <ErrorBoundary area="visitor">
      {/* The tab shows the title of the next page while that page loads. */}
      {page && <title>{tabWords(page)}</title>}
      <Suspense fallback={<Waiting what={chromeWords.openingPage} minHeight="60vh" />}>
        <Routes>
          <Route element={<PublicChrome />}>{openPages.flatMap(routesOf)}</Route>
          <Route element={<SignedInArea />}>{guardedPages.flatMap(routesOf)}</Route>
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

function routesOf(page: Page) {
  const Content = lazyPage(page);
  return addressesOf(page).map((address) => <Route key={address} path={address} element={<Content />} />);
}
