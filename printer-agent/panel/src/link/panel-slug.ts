/** The printer whose panel this page is, from its address `/panel/<printer>`; empty elsewhere. */
export function panelSlug(pathname: string): string {
  return /^\/panel\/([^/]+)/.exec(pathname)?.[1] ?? '';
}
