import { locale } from '@sixpence/theme/language';

/** The expiry of a document (after 72 hours) in the user's own time zone: `Mon 14:05`. */
export function keptUntil(expiresAt: string): string {
  const end = new Date(expiresAt);
  const day = end.toLocaleDateString(locale(), { weekday: 'short' });
  return `${day} ${end.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' })}`;
}
