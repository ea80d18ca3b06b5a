/** The address of a printer: the parts of its URI. */
export interface Endpoint {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** The value of `printer-uri`. */
  readonly uri: string;
}

const ippPort = 631;

/**
 * @param uri `ipp://host[:port]/path` or `ipps://…` (RFC 3510, RFC 7472), without user and password
 * @throws TypeError for any other text
 */
export function endpointOf(uri: string): Endpoint {
  const url = new URL(uri);
  const isIpp = url.protocol === 'ipp:' || url.protocol === 'ipps:';
  if (!isIpp || url.hostname === '' || url.username !== '' || url.password !== '') {
    throw new TypeError('a printer address has the form ipp://host:port/path or ipps://host:port/path');
  }
  const path = url.pathname === '' ? '/' : url.pathname;
  return {
    secure: url.protocol === 'ipps:',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? ippPort : Number(url.port),
    path: `${path}${url.search}`,
    uri,
  };
}

/** The same printer over TLS, for a printer that answered HTTP 426. */
export function secured(endpoint: Endpoint): Endpoint {
  return { ...endpoint, secure: true, uri: endpoint.uri.replace(/^ipp:/, 'ipps:') };
}
