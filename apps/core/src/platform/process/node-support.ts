import { isLoopback } from '@sixpence/config/loopback';

/** Node's major versions with long-term support, and the last day of support of each. */
const lastDays: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

/**
 * A warning when this version of Node gets no security updates any more. Undefined for a supported version,
 * and for a PUBLIC_URL on this machine.
 */
export function nodeWarning(version: string, publicUrl: string, today: Date): string | undefined {
  if (isLoopback(new URL(publicUrl).hostname)) return undefined;
  const [major = ''] = version.split('.');
  const lastDay = lastDays[major];
  if (lastDay === undefined)
    return `Node ${version} is no version with long-term support: use the newest Node 24`;
  if (today.toISOString().slice(0, 10) <= lastDay) return undefined;
  return `Node ${version} has had no security updates since ${lastDay}: use a newer version`;
}
