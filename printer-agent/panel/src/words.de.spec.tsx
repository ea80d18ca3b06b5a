import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { speak } from '@sixpence/theme/language';
import { cleanup, render, screen } from '@testing-library/react';
import { Story } from './stories.js';
import { refusals } from './refusal-words.js';
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

test('every refusal with English words has German words', () => {
  expect(Object.keys(words.refusals).toSorted()).toEqual(Object.keys(refusals).toSorted());
});
