import { MantineProvider } from '@mantine/core';
import { cssVariables, theme } from '@sixpence/theme/theme';
import { type ReactNode, StrictMode } from 'react';
import { App } from './app.js';

/** The whole site, for the browser and for drawing at build time. `router` supplies the address. */
export function Site({ router }: { router: (app: ReactNode) => ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {router(<App />)}
      </MantineProvider>
    </StrictMode>
  );
}
