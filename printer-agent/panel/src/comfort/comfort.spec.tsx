import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Screen } from '../screen.js';
import { storyViews } from '../story-views.js';
import { forgetComfort } from './comfort.js';

/** The first frequency of each tone that was started. */
const heard: number[] = [];

class HeardAudio {
  readonly state = 'running';
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator() {
    const wave = {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => heard.push(wave.frequency.value),
      stop() {},
    };
    return wave;
  }
  createGain() {
    const nothing = () => undefined;
    return {
      gain: { setValueAtTime: nothing, linearRampToValueAtTime: nothing },
      connect: (next: unknown) => next,
    };
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { AudioContext: HeardAudio });
  heard.length = 0;
});
afterEach(() => {
  cleanup();
  forgetComfort();
  jest.useRealTimers();
});

const switchOf = (name: string) => screen.getByRole('button', { name });
const isOn = (name: string) => switchOf(name).getAttribute('aria-pressed') === 'true';
const type = () => document.documentElement.dataset['type'];
const drawn = (name: string) => (
  <MantineProvider env="test">
    <Screen view={storyViews[name]!} send={() => undefined} />
  </MantineProvider>
);

test('large type stays for the session, also after a reload, and ends with it', () => {
  const { rerender } = render(drawn('attract'));
  expect(type()).toBe('normal');
  fireEvent.click(switchOf('Large type'));
  for (const next of ['keypad', 'documents', 'printing', 'done']) {
    rerender(drawn(next));
    expect([type(), isOn('Large type')]).toEqual(['large', true]);
  }
  expect(sessionStorage.getItem('sixpence.comfort')).toContain('"largeType":true');
  rerender(drawn('attract'));
  expect([type(), isOn('Large type')]).toEqual(['normal', false]);
});

test('a comfort setting made outside a session is reset when no session begins within a minute', () => {
  render(drawn('attract'));
  fireEvent.click(switchOf('Large type'));
  act(() => jest.advanceTimersByTime(59_000));
  expect(type()).toBe('large');
  act(() => jest.advanceTimersByTime(2_000));
  expect(type()).toBe('normal');
});

test('the panel is silent until sounds are switched on; then keys, success, and trouble have tones until the session ends', () => {
  const { rerender } = render(drawn('keypad'));
  fireEvent.click(screen.getByRole('button', { name: '4' }));
  rerender(drawn('wrong'));
  expect(heard).toEqual([]);

  fireEvent.click(switchOf('Sounds'));
  const [success] = heard.splice(0);
  fireEvent.click(screen.getByRole('button', { name: '7' }));
  const [key] = heard.splice(0);
  rerender(drawn('documents'));
  expect(heard.splice(0)[0]).toBe(success);
  rerender(drawn('changed'));
  const [trouble] = heard.splice(0);
  expect(new Set([success, key, trouble]).size).toBe(3);

  rerender(drawn('attract'));
  fireEvent.click(screen.getByRole('button', { name: 'Print your documents' }));
  expect(heard).toEqual([]);
});
