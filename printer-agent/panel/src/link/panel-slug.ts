/** The printer of this panel page, from its address `/panel/<printer>`; empty at other addresses. */
export function panelSlug(pathname: string): string {
  return /^\/panel\/([^/]+)/.exec(pathname)?.[1] ?? '';
}
