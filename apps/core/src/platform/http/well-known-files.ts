import { isListed, type Page, pages } from '@sixpence/contracts/pages';

const dayMs = 86_400_000;
/** RFC 9116, section 2.5.5, recommends less than a year. */
const securityDays = 180;

/**
 * `robots.txt` (RFC 9309). It allows everything; a page that search engines must not list forbids it by a
 * tag.
 */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** `sitemap.xml` with the address of each page that search engines may list. */
export function sitemapXml(origin: string): string {
  const listed = (pages as readonly Page[]).filter(isListed);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed.map(({ path }) => `  <url><loc>${new URL(path, origin).href}</loc></url>`),
    '</urlset>\n',
  ].join('\n');
}

/**
 * `security.txt` (RFC 9116): the address for reports, or the site with its contact form when no address is
 * configured.
 */
export function securityTxt(origin: string, { email, now }: { email: string; now: Date }): string {
  const expires = new Date(now.getTime() + securityDays * dayMs);
  return [
    `Contact: ${email === '' ? `${origin}/` : `mailto:${email}`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt\n`,
  ].join('\n');
}
