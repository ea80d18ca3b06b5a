import { createServer } from 'node:http';
import sharp from 'sharp';

const page = '<!doctype html><html lang="en"><title>Bare</title><ul></ul></html>';
const create = { width: 212, height: 300, channels: 3 as const, background: '#8ac' };
const picture = await sharp({ create }).jpeg().toBuffer();
const answers = [
  { path: '/', type: 'text/html', body: page },
  { path: '/tile.jpg', type: 'image/jpeg', body: picture },
];
const any = { type: 'application/json', body: '{}' };

/**
 * A server with an empty page, a picture, and calls that do nothing. It reads everything that it is sent. It
 * runs as its own process and reports its port.
 */
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    // A picture has a query, so that the browser does not take it from its cache.
    const wanted = request.url?.split('?')[0];
    const { type, body } = answers.find(({ path }) => path === wanted) ?? any;
    response.writeHead(200, { 'content-type': type, 'content-length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
process.once('disconnect', () => process.exit(0));
