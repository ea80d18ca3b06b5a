/** The longest Cookie header that is read; ours are far shorter. */
const longestHeader = 8_192;

/**
 * Over https the prefix `__Host-` binds a cookie to this host. Plain http, which is allowed on loopback only,
 * cannot use it.
 */
export function cookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/**
 * A `Set-Cookie` header. Scripts cannot read the cookie. Requests from another site carry it only when a
 * person follows a link.
 */
export function setCookie(
  publicUrl: string,
  cookie: { name: string; value: string; maxAgeSeconds: number },
): string {
  const { name, value, maxAgeSeconds } = cookie;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const pair = `${cookieName(publicUrl, name)}=${value}`;
  return `${pair}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

/** The first value with this name that matches the pattern; undefined when there is none. */
export function valueInCookies(
  header: string | undefined,
  wanted: { publicUrl: string; name: string; pattern: RegExp },
): string | undefined {
  if (header === undefined || header.length > longestHeader) return undefined;
  const name = cookieName(wanted.publicUrl, wanted.name);
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined && wanted.pattern.test(value)) return value;
  }
  return undefined;
}
