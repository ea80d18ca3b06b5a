import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { speak } from '@sixpence/theme/language';
import { cleanup, render, screen } from '@testing-library/react';
import { Story } from './stories.js';
import { words } from './words.de.js';

beforeEach(() => speak('de', words));
afterEach(() => {
  cleanup();
  speak('en', {});
});

test.each([
  ['attract', ['Dokumente drucken', 'English', 'bereit']],
  ['keypad', ['Code eingeben', 'ANMELDEN']],
  ['documents', ['DRUCKEN', 'Guthaben']],
])('the screen "%s" is in German', async (name, texts) => {
  render(
    <MantineProvider env="test">
      <Story name={name} />
    </MantineProvider>,
  );
  for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});
