/** A moment as people say it, in their own time zone: `22 Nov 2026, 14:05`. */
export function whenInWords(moment: string): string {
  const time = new Date(moment);
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day}, ${time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}
