// Stores the files that a phone's gallery shares to Sixpence (Web Share Target), for the dashboard to upload.
// It caches no page and no call. A foreign page can share files too, so the stored files are limited, and
// each share replaces the files of the earlier one.
const sharedFiles = 'shared-files';
// The dashboard's limits. A longer file is cut to one byte above its limit: the dashboard refuses it by name.
const mostFiles = 100;
const mostBytes = 500 * 1024 ** 2;
const longestFile = 50 * 1024 ** 2;

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === '/share') event.respondWith(receiveShare(event.request));
});

async function receiveShare(request) {
  try {
    await storeFiles(await request.formData());
  } catch (error) {
    console.warn('The shared files could not be stored', error);
  }
  return Response.redirect('/dashboard', 303);
}

async function storeFiles(shared) {
  const files = shared.getAll('files').filter((file) => file instanceof File);
  await caches.delete(sharedFiles);
  const cache = await caches.open(sharedFiles);
  let bytesLeft = mostBytes;
  for (const [index, file] of files.slice(0, mostFiles).entries()) {
    const bytes = file.slice(0, longestFile + 1);
    bytesLeft -= bytes.size;
    if (bytesLeft < 0) return;
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-file-name': encodeURIComponent(file.name),
      'x-shared-at': String(Date.now()),
    };
    await cache.put(`/share/${index}`, new Response(bytes, { headers }));
  }
}
