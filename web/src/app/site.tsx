import { MantineProvider } from '@mantine/core';
import { cssVariables, theme } from '@sixpence/theme/theme';
import { type ReactNode, StrictMode } from 'react';
import { App } from './app.js';

/** Everything that is drawn, in a browser or at build time; `router` says by what the address is known. */
export function Site({ router }: { router: (app: ReactNode) => ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {router(<App />)}
      </MantineProvider>
    </StrictMode>
  );
}
