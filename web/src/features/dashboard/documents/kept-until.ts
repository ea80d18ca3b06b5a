import { locale } from '@sixpence/theme/language';

/** The end of a document's 72 hours as people say it, in their own time zone: `Mon 14:05`. */
export function keptUntil(expiresAt: string): string {
  const end = new Date(expiresAt);
  const day = end.toLocaleDateString(locale(), { weekday: 'short' });
  return `${day} ${end.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' })}`;
}
