import '@sixpence/contracts/browser';
import '@sixpence/theme/tokens.css';
import './mantine.css';
import '@sixpence/theme/fonts.css';
import '@sixpence/theme/shared.css';
import './print.css';
import { chosenLanguage, speakChosen } from '@sixpence/theme/language-choice';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { forgetSocialWay } from '../components/social/social-mark.js';
import { fetchPageAt } from './lazy-pages.js';
import { noteNoPress } from './pressed-again.js';
import { Site } from './site.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root to draw in');

// A provider that led on to another page has done its part: these two alone tell what else became of it.
if (!['/login', '/signup'].includes(location.pathname)) forgetSocialWay();

const site = <Site router={(app) => <BrowserRouter>{app}</BrowserRouter>} />;

const language = chosenLanguage();

/** Draws what hears everything from its first moment on: a press noted beside it would be done twice. */
function draw(into: HTMLElement) {
  noteNoPress();
  createRoot(into).render(site);
}

if (language !== 'en') {
  // What was drawn at build time is in English, so that it makes way for the same page in the other language.
  const drawIn = () => draw(root);
  void speakChosen(language, { de: async () => (await import('../words.de.js')).words }).then(
    drawIn,
    (error: unknown) => {
      console.error('The words of this language did not come', error);
      drawIn();
    },
  );
} else if (root.firstElementChild) {
  // The page was drawn at build time. Its code comes first, so that what stands there is taken over as it is. Nothing is
  // awaited here: a module that waits is cut off from those that use it, which makes sixteen small files of one.
  void fetchPageAt(location.pathname).then(() => hydrateRoot(root, site));
} else {
  draw(root);
}
