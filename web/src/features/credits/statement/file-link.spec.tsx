import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { FileLink } from './file-link.js';

let page: OpenedPart;
beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  cleanup();
  page.restore();
});

test('two clicks on the link of a file fetch it once, and a click after a failure fetches it again', async () => {
  const { sent } = answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
  const onFailure = jest.fn();
  page = openSignedIn(
    <FileLink address="/receipt/1" name="receipt.pdf" onFailure={onFailure}>
      Receipt
    </FileLink>,
  );
  const link = screen.getByRole('link', { name: 'Receipt' });
  const fetched = () => sent.filter(([path]) => path === '/receipt/1').length;
  for (const times of [1, 2]) {
    fireEvent.click(link);
    expect(link.getAttribute('aria-busy')).toBe('true');
    fireEvent.click(link);
    await page.settle();
    expect([fetched(), onFailure.mock.calls.length]).toEqual([times, times]);
    expect(link.getAttribute('aria-busy')).toBe('false');
  }
});
