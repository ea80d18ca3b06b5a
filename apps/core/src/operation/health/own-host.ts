/** Whether a Host header names this machine by a loopback name. Any port is allowed. */
export function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}
