/** Cloud services to which mail programs upload large files, and on which people share files. */
const cloudServices: readonly { name: string; hosts: RegExp }[] = [
  { name: 'Google Drive', hosts: /^(?:drive|docs)\.google\.com$/ },
  { name: 'OneDrive', hosts: /^(?:1drv\.ms|onedrive\.live\.com|[a-z0-9-]+\.sharepoint\.com)$/ },
  { name: 'Mail Drop', hosts: /^www\.icloud\.com$/ },
  { name: 'Dropbox', hosts: /^(?:www\.)?dropbox\.com$/ },
  { name: 'WeTransfer', hosts: /^(?:we\.tl|(?:www\.)?wetransfer\.com)$/ },
];

/**
 * The names of the cloud services that the texts, plain or HTML, link to, each one time. Nothing is
 * requested.
 */
export function cloudServicesLinkedIn(texts: Iterable<string>): string[] {
  const hosts = new Set<string>();
  for (const text of texts) {
    for (const [, host = ''] of text.matchAll(/\bhttps?:\/\/([a-z0-9.-]{1,80})/gi))
      hosts.add(host.toLowerCase());
  }
  return cloudServices
    .filter(({ hosts: known }) => [...hosts].some((host) => known.test(host)))
    .map(({ name }) => name);
}
