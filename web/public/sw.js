// Takes files that a phone's gallery shares to Sixpence (Web Share Target), and hands them to the dashboard. Nothing else goes
// through here: no page and no call is ever answered from a store.
const sharedFiles = 'shared-files';

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === '/share') event.respondWith(take(event.request));
});

async function take(request) {
  const files = (await request.formData()).getAll('files').filter((file) => file instanceof File);
  const cache = await caches.open(sharedFiles);
  for (const [index, file] of files.entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-file-name': encodeURIComponent(file.name),
      'x-shared-at': String(Date.now()),
    };
    await cache.put(`/share/${Date.now()}-${index}`, new Response(file, { headers }));
  }
  return Response.redirect('/dashboard', 303);
}
