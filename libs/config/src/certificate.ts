import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** The interval at which a new certificate is looked for. */
const lookAgainMs = 2_000;

/** Paths of PEM files: a certificate with its intermediate certificates, and its key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** TLS options of a server. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: 'TLSv1.2';
}

/** @throws Error when a file cannot be read */
export function readCertificate({ cert, key }: CertificateFiles): Certificate {
  return { cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.2' };
}

/**
 * Calls `renewed` with each new certificate, which later connections use. A certificate that cannot be used
 * goes to `failed` and changes nothing.
 * @returns a function that stops watching
 */
export function watchCertificate(
  files: CertificateFiles,
  { renewed, failed }: { renewed: (certificate: Certificate) => void; failed: (error: unknown) => void },
): () => void {
  const look = () => {
    try {
      const certificate = readCertificate(files);
      // The certificate is tested first, because a server drops the earlier one before it parses the new one.
      createSecureContext(certificate);
      renewed(certificate);
    } catch (error) {
      failed(error);
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) watchFile(path, { interval: lookAgainMs, persistent: false }, look);
  return () => {
    for (const path of paths) unwatchFile(path, look);
  };
}
