export const codeLength = 6;

export const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'clear', '0', 'backspace'] as const;
export type Key = (typeof keys)[number];

/** The digits after a key press. A seventh digit is ignored, and so is a backspace without digits. */
export function typed(digits: string, key: Key): string {
  if (key === 'clear') return '';
  if (key === 'backspace') return digits.slice(0, -1);
  return digits.length < codeLength ? digits + key : digits;
}

/** The screen key for a keyboard key; `login` for Enter, undefined for other keys. */
export function keyFor(pressed: string): Key | 'login' | undefined {
  if (/^[0-9]$/.test(pressed)) return pressed as Key;
  if (pressed === 'Backspace') return 'backspace';
  if (pressed === 'Delete') return 'clear';
  return pressed === 'Enter' ? 'login' : undefined;
}
