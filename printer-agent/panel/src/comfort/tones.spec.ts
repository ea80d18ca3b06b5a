import { beforeEach, expect, jest, test } from '@jest/globals';

/** The acts on oscillators and volumes, with their times in milliseconds. */
let acts: [act: string, ms: number, value?: number][];
let contexts: HeardAudio[];

const ms = (seconds: number) => Math.round(seconds * 1_000);

class HeardAudio {
  state = 'suspended';
  readonly currentTime = 2;
  readonly destination = 'the loudspeaker';
  resumes = 0;
  constructor() {
    contexts.push(this);
  }
  resume(): Promise<void> {
    this.resumes += 1;
    return Promise.reject(new Error('not before a touch'));
  }
  createOscillator() {
    const wave = {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: (at: number) => acts.push(['start', ms(at), wave.frequency.value]),
      stop: (at: number) => acts.push(['stop', ms(at)]),
    };
    return wave;
  }
  createGain() {
    return {
      gain: {
        setValueAtTime: (value: number, at: number) => acts.push(['is', ms(at), value]),
        linearRampToValueAtTime: (value: number, at: number) => acts.push(['fades to', ms(at), value]),
      },
      connect: (next: unknown) => acts.push([`plays on ${String(next)}`, 0]),
    };
  }
}

beforeEach(() => {
  [acts, contexts] = [[], []];
  Object.assign(globalThis, { AudioContext: HeardAudio });
  jest.resetModules();
});

/** The notes that were started: hertz, begin, and duration. */
function notes(): [hertz: number, atMs: number, lastsMs: number][] {
  const ends = acts.filter(([act]) => act === 'stop').map(([, at]) => at);
  const starts = acts.filter(([act]) => act === 'start');
  return starts.map(([, at, hertz = 0], index) => [hertz, at - 2_000, ends[index]! - at]);
}

test.each([
  ['key', [[880, 0, 45]]],
  [
    'success',
    [
      [659, 0, 120],
      [988, 120, 180],
    ],
  ],
  [
    'trouble',
    [
      [262, 0, 180],
      [196, 200, 260],
    ],
  ],
] as const)('the tone %s has its own notes: hertz, begin, and milliseconds', async (tone, expected) => {
  const { sound } = await import('./tones.js');
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  sound(tone);
  expect(notes()).toEqual(expected);
});

test('a note fades in and out, softly, so that it does not click', async () => {
  const { sound } = await import('./tones.js');
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  sound('key');
  expect(acts).toEqual([
    ['is', 2_000, 0],
    ['fades to', 2_012, 0.15],
    ['is', 2_033, 0.15],
    ['fades to', 2_045, 0],
    ['plays on the loudspeaker', 0],
    ['start', 2_000, 880],
    ['stop', 2_045],
  ]);
});

test('in a browser that blocks sound, one player tries again at each tone, and its failure is a warning', async () => {
  const { sound } = await import('./tones.js');
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  sound('key');
  sound('key');
  await Promise.resolve();
  await Promise.resolve();
  expect([contexts.length, contexts[0]?.resumes, warn.mock.calls.length]).toEqual([1, 2, 2]);
  contexts[0]!.state = 'running';
  sound('key');
  expect(contexts[0]?.resumes).toBe(2);
});
