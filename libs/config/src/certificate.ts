import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** How often to look whether there is a new certificate. */
const lookAgainMs = 2_000;

/** A certificate, with those between it and its root, and its key: paths of PEM files. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** What a TLS server is given. */
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
 * Hands over each renewed certificate, for connections from then on. One that cannot be used is told and changes nothing.
 * @returns how to stop looking
 */
export function watchCertificate(
  files: CertificateFiles,
  { renewed, failed }: { renewed: (certificate: Certificate) => void; failed: (error: unknown) => void },
): () => void {
  const look = () => {
    try {
      const certificate = readCertificate(files);
      // Tried first: a server forgets the earlier one before it looks at the new.
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
