import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import type { Upload } from '../upload/upload-steps.js';
import { UploadRow } from './upload-row.js';

let opened: OpenedPart;
afterEach(() => {
  cleanup();
  opened.restore();
});

const requestForDocument: AnsweredCalls['sent'] = [['/fetch-file-metadata?uid=d1', undefined]];

test.each([
  ['waiting', 0, 'Waiting for its turn', undefined, []],
  ['sending', 0.456, 'Sending46%', '45.6', []],
  ['sent', 1, 'Preparing, ready in a few seconds', undefined, requestForDocument],
] as const)(
  'an upload in the step "%s" (%d) shows "%s", and requests its document only after it is sent',
  async (step, share, words, bar, calls) => {
    jest.spyOn(console, 'info').mockReturnValue();
    const { sent } = answerCalls({});
    const upload: Upload = { id: 'u1', fileName: 'a.pdf', orderId: 'd1', step, share };
    const onCancel = jest.fn();
    opened = openSignedIn(<UploadRow upload={upload} onCancel={onCancel} />);
    expect(screen.getByRole('listitem').textContent).toBe(`a.pdf${words}`);
    expect(screen.queryByRole('progressbar')?.getAttribute('aria-valuenow') ?? undefined).toBe(bar);
    await opened.settle();
    expect(sent).toEqual(calls);
    const cancel = screen.queryByRole('button', { name: 'Do not send a.pdf' });
    expect(cancel === null).toBe(step === 'sent');
    if (cancel) fireEvent.click(cancel);
    expect(onCancel).toHaveBeenCalledTimes(step === 'sent' ? 0 : 1);
  },
);
