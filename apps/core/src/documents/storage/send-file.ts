import type { FastifyReply } from 'fastify';
import { rangeOf } from './byte-range.js';
import type { OpenedFile } from './storage.service.js';

/** Answers with the whole file, or with the part that the `Range` header asks for. */
export async function sendFile(
  reply: FastifyReply,
  file: OpenedFile,
  { range: header, headers }: { range: string | undefined; headers: Record<string, string> },
): Promise<void> {
  const { byteLength } = file;
  const range = rangeOf(header, byteLength);
  if (range === 'beyond') {
    await reply
      .status(416)
      .headers({ 'content-range': `bytes */${byteLength}` })
      .send();
    return;
  }
  const all = { ...headers, 'accept-ranges': 'bytes' };
  if (!range) {
    await reply.headers({ ...all, 'content-length': byteLength }).send(file.stream);
    return;
  }
  const { start, end } = range;
  await reply
    .status(206)
    .headers({
      ...all,
      'content-length': end - start,
      'content-range': `bytes ${start}-${end - 1}/${byteLength}`,
    })
    .send(file.part(range));
}
