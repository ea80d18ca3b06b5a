import '@sixpence/contracts/browser';
import '@sixpence/theme/tokens.css';
import './mantine.css';
import '@sixpence/theme/fonts.css';
import '@sixpence/theme/shared.css';
import { MantineProvider } from '@mantine/core';
import { cssVariables, theme } from '@sixpence/theme/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { forgetSocialWay } from '../components/social/social-mark.js';
import { App } from './app.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root to draw in');

// A provider that led on to another page has done its part: these two alone tell what else became of it.
if (!['/login', '/signup'].includes(location.pathname)) forgetSocialWay();

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </MantineProvider>
  </StrictMode>,
);
