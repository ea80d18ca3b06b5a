import '@sixpence/contracts/browser';
import '@sixpence/theme/tokens.css';
import './mantine.css';
import '@sixpence/theme/fonts.css';
import '@sixpence/theme/shared.css';
import './panel.css';
import { MantineProvider } from '@mantine/core';
import { chosenLanguage, speakChosen } from '@sixpence/theme/language-choice';
import { cssVariables, theme } from '@sixpence/theme/theme';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LivePanel } from './live-panel.js';
import { panelSlug } from './link/panel-slug.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root to draw in');

const language = chosenLanguage();
if (language !== 'en') {
  await speakChosen(language, { de: () => import('./words.de.js') }).catch((error: unknown) => {
    console.error('The texts of the language could not be loaded', error);
  });
}

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {await content()}
    </MantineProvider>
  </StrictMode>,
);

/** The live panel. In development also any single screen, by `?story=documents`. */
async function content(): Promise<ReactNode> {
  const story = import.meta.env.DEV ? new URLSearchParams(window.location.search).get('story') : null;
  if (story === null) return <LivePanel slug={panelSlug(window.location.pathname)} />;
  const { Story } = await import('./stories.js');
  return <Story name={story} />;
}
