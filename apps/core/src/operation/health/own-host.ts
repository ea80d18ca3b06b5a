/** Whether a Host header names this machine as only programs on it do; the port is the listener's anyway. */
export function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}
