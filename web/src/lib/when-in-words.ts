import { locale } from '@sixpence/theme/language';

/** Date and time in the user's own time zone: `22 Nov 2026, 14:05`. */
export function whenInWords(moment: string): string {
  const time = new Date(moment).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
  return `${dayInWords(moment)}, ${time}`;
}

/** The date in the user's own time zone: `22 Nov 2026`. */
export function dayInWords(moment: string): string {
  return new Date(moment).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' });
}
