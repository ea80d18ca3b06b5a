import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { firstRetryMs, laterRetryMs, TilePicture } from './tile-picture.js';

beforeEach(() => void jest.useFakeTimers());

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('a missing picture is requested again after 5 seconds, and then every 30 seconds', () => {
  open();
  const first = picture();
  fireEvent.error(first);
  wait(firstRetryMs - 1);
  expect(picture()).toBe(first);
  wait(1);
  const second = picture();
  expect(second).not.toBe(first);
  expect(second.getAttribute('src')).toBe('/document-pages/x/1/1?size=tile');

  for (let last = second, times = 0; times < 3; times++, last = picture()) {
    fireEvent.error(last);
    wait(laterRetryMs - 1);
    expect(picture()).toBe(last);
    wait(1);
    expect(picture()).not.toBe(last);
  }
});

test('the replacement text shows until the picture has loaded', () => {
  const { onLandscape } = open();
  fireEvent.error(picture());
  expect(missingPictureNote()).not.toBeNull();
  wait(firstRetryMs);
  expect(missingPictureNote()).not.toBeNull();
  expect(picture().dataset.missing).toBeDefined();
  expect(onLandscape).not.toHaveBeenCalled();

  const shown = picture();
  Object.defineProperties(shown, { naturalWidth: { value: 150 }, naturalHeight: { value: 106 } });
  fireEvent.load(shown);
  expect(missingPictureNote()).toBeNull();
  expect(picture()).toBe(shown);
  expect(shown.dataset.missing).toBeUndefined();
  expect(onLandscape.mock.calls).toEqual([[true]]);
});

test('a loaded picture is not requested again', () => {
  open();
  fireEvent.error(picture());
  wait(firstRetryMs);
  const shown = picture();
  fireEvent.load(shown);
  wait(10 * laterRetryMs);
  expect(picture()).toBe(shown);
});

test('a picture loads lazily at the first try and at the next', () => {
  open();
  expect(picture().getAttribute('loading')).toBe('lazy');
  fireEvent.error(picture());
  wait(firstRetryMs);
  expect(picture().getAttribute('loading')).toBe('lazy');
});

test('a removed tile requests no picture', () => {
  const { close } = open();
  fireEvent.error(picture());
  expect(jest.getTimerCount()).toBe(1);
  close();
  expect(jest.getTimerCount()).toBe(0);
});

function open() {
  const onLandscape = jest.fn<(landscape: boolean) => void>();
  const { unmount } = render(
    <TilePicture address="/document-pages/x/1/1" onMissing={jest.fn()} onLandscape={onLandscape} />,
  );
  return { onLandscape, close: unmount };
}

function picture(): HTMLImageElement {
  return screen.getByAltText('');
}

function missingPictureNote(): HTMLElement | null {
  return screen.queryByText('No picture just now');
}

function wait(ms: number) {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
}
