/** The cache in which `sw.js` stores files that another program shared, until this page takes them. */
const sharedFiles = 'shared-files';
/** Older files are dropped, because another user may use this browser by now. */
const keptMs = 600_000;

/** Takes the files that a phone's gallery or another program has shared. Each file is taken once. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in window) || !(await caches.has(sharedFiles))) return [];
  const cache = await caches.open(sharedFiles);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    await cache.delete(request);
    const sharedAt = Number(response?.headers.get('x-shared-at'));
    const name = decodeURIComponent(response?.headers.get('x-file-name') ?? '');
    if (!response || Date.now() - sharedAt > keptMs) continue;
    const bytes = await response.blob();
    files.push(new File([bytes], name, { type: bytes.type }));
  }
  return files;
}
