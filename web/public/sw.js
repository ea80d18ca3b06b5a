// Takes files that a phone's gallery shares to Sixpence (Web Share Target), and hands them to the dashboard.
// No page and no call is answered from a store. A page of strangers can share as well, so the kept files have
// an upper bound and replace those of the share before.
const sharedFiles = 'shared-files';
// The bounds of the dashboard. Of a longer file one byte more is kept, so that it is refused there by name.
const mostFiles = 100;
const mostBytes = 500 * 1024 ** 2;
const longestFile = 50 * 1024 ** 2;

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === '/share') event.respondWith(take(event.request));
});

async function take(request) {
  try {
    await keep(await request.formData());
  } catch (error) {
    console.warn('What was shared could not be kept', error);
  }
  return Response.redirect('/dashboard', 303);
}

async function keep(shared) {
  const files = shared.getAll('files').filter((file) => file instanceof File);
  await caches.delete(sharedFiles);
  const cache = await caches.open(sharedFiles);
  let room = mostBytes;
  for (const [index, file] of files.slice(0, mostFiles).entries()) {
    const bytes = file.slice(0, longestFile + 1);
    room -= bytes.size;
    if (room < 0) return;
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-file-name': encodeURIComponent(file.name),
      'x-shared-at': String(Date.now()),
    };
    await cache.put(`/share/${index}`, new Response(bytes, { headers }));
  }
}
