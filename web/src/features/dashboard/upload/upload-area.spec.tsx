import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { UploadArea } from './upload-area.js';

const pdf = new File(['%PDF-1.7'], 'thesis.pdf', { type: 'application/pdf' });
const onFiles = jest.fn<(files: File[]) => void>();
let opened: OpenedPart;

beforeEach(() => {
  onFiles.mockReset();
  answerCalls({});
});
afterEach(() => {
  cleanup();
  opened.restore();
});

function open(disabled = false) {
  opened = openSignedIn(<UploadArea disabled={disabled} onFiles={onFiles} />);
  const area = screen.getByText('Upload documents here').closest('label')!;
  const drop = (...files: File[]) => {
    const event = createEvent.drop(area, { dataTransfer: { files } });
    fireEvent(area, event);
    return event.defaultPrevented;
  };
  return { area, drop };
}

test('all dropped files are uploaded, and the browser does not open them', () => {
  const { area, drop } = open();
  const over = createEvent.dragOver(area);
  fireEvent(area, over);
  expect([over.defaultPrevented, area.hasAttribute('data-over')]).toEqual([true, true]);
  fireEvent.dragLeave(area);
  expect(area.hasAttribute('data-over')).toBe(false);
  fireEvent.dragOver(area);
  const other = new File([''], 'b.pdf');
  expect([drop(pdf, other), area.hasAttribute('data-over')]).toEqual([true, false]);
  expect(onFiles.mock.calls).toEqual([[[pdf, other]]]);
});

test('a drop without files, such as of a text, does nothing', () => {
  const { drop } = open();
  drop();
  expect(onFiles).not.toHaveBeenCalled();
});

test('while files are being sent, dropped and pasted files are ignored', () => {
  const { area, drop } = open(true);
  fireEvent.dragOver(area);
  expect([area.hasAttribute('data-over'), area.hasAttribute('data-disabled')]).toEqual([false, true]);
  expect(drop(pdf)).toBe(true);
  fireEvent.paste(document.body, { clipboardData: { files: [pdf] } });
  expect(onFiles).not.toHaveBeenCalled();
});

test.each([
  ['the page', (): Element => document.body, true],
  ['a dialog', () => document.body.appendChild(withRole('dialog')), false],
  ['a text field', () => document.body.appendChild(document.createElement('input')), false],
])('a paste into %s counts as an upload: %j', (_, aTarget, taken) => {
  open();
  const target = aTarget();
  fireEvent.paste(target, { clipboardData: { files: [pdf] } });
  expect(onFiles.mock.calls).toEqual(taken ? [[[pdf]]] : []);
  if (target !== document.body) target.remove();
});

test('the same file can be picked twice, and the camera takes a picture', () => {
  open();
  const [files, camera] = opened.container.querySelectorAll<HTMLInputElement>('input[type=file]');
  for (const input of [files!, camera!]) {
    Object.defineProperty(input, 'files', { value: [pdf] });
    let value = 'C:\\fakepath\\thesis.pdf';
    Object.defineProperty(input, 'value', {
      get: () => value,
      set: (next: string) => {
        value = next;
      },
    });
    fireEvent.change(input);
    expect(value).toBe('');
  }
  expect(onFiles.mock.calls).toEqual([[[pdf]], [[pdf]]]);
  expect([camera?.accept, camera?.getAttribute('capture'), files?.multiple]).toEqual([
    'image/*',
    'environment',
    true,
  ]);
});

function withRole(role: string): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  return element;
}
