import { isListed, type Page, pages } from '@sixpence/contracts/pages';

const dayMs = 86_400_000;
/** Longer than a year is not believed (RFC 9116, section 2.5.5). */
const securityDays = 180;

/** `robots.txt` (RFC 9309): everything may be looked at. Pages say themselves that they are not to be listed. */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** `sitemap.xml` of all pages that search engines may list, each once, under its own address. */
export function sitemapXml(origin: string): string {
  const listed = (pages as readonly Page[]).filter(isListed);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed.map(({ path }) => `  <url><loc>${new URL(path, origin).href}</loc></url>`),
    '</urlset>\n',
  ].join('\n');
}

/** `security.txt` (RFC 9116): whom to tell of a hole; by the form of the site where there is no address. */
export function securityTxt(origin: string, { email, now }: { email: string; now: Date }): string {
  const expires = new Date(now.getTime() + securityDays * dayMs);
  return [
    `Contact: ${email === '' ? `${origin}/` : `mailto:${email}`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt\n`,
  ].join('\n');
}
