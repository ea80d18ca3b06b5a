/** The sounds for a key, a success, and trouble. */
export type Tone = 'key' | 'success' | 'trouble';

interface Note {
  hertz: number;
  /** From the beginning of the tone. */
  atMs: number;
  lastsMs: number;
}

const notes: Record<Tone, readonly Note[]> = {
  key: [{ hertz: 880, atMs: 0, lastsMs: 45 }],
  success: [
    { hertz: 659, atMs: 0, lastsMs: 120 },
    { hertz: 988, atMs: 120, lastsMs: 180 },
  ],
  trouble: [
    { hertz: 262, atMs: 0, lastsMs: 180 },
    { hertz: 196, atMs: 200, lastsMs: 260 },
  ],
};

const loudness = 0.15;
/** Without a fade, the start and the end of a note would click. */
const fadeSeconds = 0.012;

let audio: AudioContext | undefined;

/** Plays a short synthesised tone. An earlier tone ends by itself. */
export function sound(tone: Tone): void {
  audio ??= new AudioContext();
  // Browsers block sound until the first touch.
  if (audio.state === 'suspended') {
    audio.resume().catch((error: unknown) => console.warn('The browser makes no sound', error));
  }
  for (const note of notes[tone]) play(audio, note);
}

function play(context: AudioContext, { hertz, atMs, lastsMs }: Note): void {
  const begin = context.currentTime + atMs / 1_000;
  const end = begin + lastsMs / 1_000;
  const wave = context.createOscillator();
  const volume = context.createGain();
  wave.frequency.value = hertz;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loudness, begin + fadeSeconds);
  volume.gain.setValueAtTime(loudness, end - fadeSeconds);
  volume.gain.linearRampToValueAtTime(0, end);
  wave.connect(volume).connect(context.destination);
  wave.start(begin);
  wave.stop(end);
}
