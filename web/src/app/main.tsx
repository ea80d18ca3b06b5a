import '@sixpence/contracts/browser';
import '@sixpence/theme/tokens.css';
import './mantine.css';
import '@sixpence/theme/fonts.css';
import '@sixpence/theme/shared.css';
import './print.css';
import { chosenLanguage } from '@sixpence/theme/language-choice';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { forgetVisitedProvider } from '../components/social/visited-provider.js';
import { fetchPageAt } from './lazy-pages.js';
import { switchLanguage } from './other-language.js';
import { stopRecordingPresses } from './pressed-again.js';
import { Site } from './site.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root to draw in');

// Only /login and /signup show the outcome of a visit to a provider, so every other page forgets the visit.
if (!['/login', '/signup'].includes(location.pathname)) forgetVisitedProvider();

const site = <Site router={(app) => <BrowserRouter>{app}</BrowserRouter>} />;

const language = chosenLanguage();

/**
 * Draws the site from scratch. Its buttons work at once, so presses are no longer recorded to be repeated
 * later.
 */
function draw(into: HTMLElement) {
  stopRecordingPresses();
  createRoot(into).render(site);
}

if (language !== 'en') {
  // The page that was drawn at build time is in English: the same page in the chosen language replaces it.
  void switchLanguage(language)
    .catch((error: unknown) => console.error('The words of the chosen language could not be loaded', error))
    .then(() => draw(root));
} else if (root.firstElementChild) {
  // The page was drawn at build time. Its code is loaded first, so that hydration finds the same content.
  // This module has no top-level `await`: the bundler would separate it from its importers and turn one file
  // into sixteen small ones.
  void fetchPageAt(location.pathname).then(() => hydrateRoot(root, site));
} else {
  draw(root);
}
