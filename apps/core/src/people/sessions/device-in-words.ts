/**
 * Browsers by a mark in their User-Agent header. Many browsers also send the marks of other browsers; the
 * first match wins.
 */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/**
 * Names a browser for its person: `Firefox on Windows`. We store only these words, because the header reveals
 * far more about the person.
 * @returns null when the header names neither browser nor system
 */
export function deviceInWords(userAgent = ''): string | null {
  const named = (marks: readonly (readonly [mark: string, name: string])[]) =>
    marks.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
