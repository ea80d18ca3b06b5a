import { isLoopback } from '@sixpence/config/loopback';

/** The lines of Node with long support, and the last day of each. */
const lastDays: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

/**
 * What is wrong with serving the world by this version of Node: its holes are not mended any more. Undefined when nothing
 * is, and for an address on this machine.
 */
export function nodeTrouble(version: string, publicUrl: string, today: Date): string | undefined {
  if (isLoopback(new URL(publicUrl).hostname)) return undefined;
  const [major = ''] = version.split('.');
  const lastDay = lastDays[major];
  if (lastDay === undefined) return `Node ${version} is of no line with long support: use the newest Node 24`;
  if (today.toISOString().slice(0, 10) <= lastDay) return undefined;
  return `Node ${version} has had no security updates since ${lastDay}: use a newer line`;
}
