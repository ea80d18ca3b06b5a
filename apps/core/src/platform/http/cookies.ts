/** Longer than any header that holds our cookies. */
const longestHeader = 8_192;

/** `__Host-` binds a cookie to this host over https; plain http, allowed on loopback only, cannot carry that name. */
export function cookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** A `Set-Cookie` header: out of reach of scripts, and sent by other sites only along with a click on a link. */
export function setCookie(
  publicUrl: string,
  cookie: { name: string; value: string; maxAgeSeconds: number },
): string {
  const { name, value, maxAgeSeconds } = cookie;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const pair = `${cookieName(publicUrl, name)}=${value}`;
  return `${pair}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

/** The first value of that name which fits the pattern; anything else in the header counts as absent. */
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
