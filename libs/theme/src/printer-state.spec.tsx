import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { PrinterState } from './printer-state.js';

afterEach(cleanup);

const hall = { name: 'Hall', state: 'idle' as const, reasons: [], online: true };

test.each([
  [hall, 'good', 'Hallready', 'lucide-circle-check'],
  [{ ...hall, state: 'processing' as const }, 'busy', 'Hallprinting', 'lucide-printer'],
  [{ ...hall, state: 'stopped' as const }, 'warn', 'Hallstopped', 'lucide-triangle-alert'],
  [{ ...hall, online: false }, 'stop', 'Halloffline', 'lucide-unplug'],
])('the printer %j has the mood %s, words, and an icon', (printer, mood, words, icon) => {
  const { container } = render(<PrinterState printer={printer} />);
  expect([container.querySelector('[data-mood]')?.getAttribute('data-mood'), container.textContent]).toEqual([
    mood,
    words,
  ]);
  expect(container.querySelector('svg')?.classList).toContain(icon);
});
