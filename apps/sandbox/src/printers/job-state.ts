/**
 * Asks the engine's own printer whether this job is cancelled. `ippeveprinter` does not end the engine of a
 * cancelled job; it only reports `processing-to-stop-point` until the engine ends by itself.
 */
export async function isCancelled(printerUri: string, jobId: number): Promise<boolean> {
  const response = await fetch(printerUri.replace(/^ipp:/, 'http:'), {
    method: 'POST',
    headers: { 'content-type': 'application/ipp' },
    body: new Uint8Array(getJobStateReasons(printerUri, jobId)),
    signal: AbortSignal.timeout(30_000),
  });
  return Buffer.from(await response.arrayBuffer()).includes('processing-to-stop-point');
}

/**
 * Get-Job-Attributes (RFC 8011 §4.3.4) for `job-state-reasons`, encoded by hand so that it does not depend on
 * our codec.
 */
function getJobStateReasons(printerUri: string, jobId: number): Buffer {
  const head = Buffer.from([0x02, 0x00, 0x00, 0x09, 0x00, 0x00, 0x00, 0x01, 0x01]);
  const id = Buffer.alloc(4);
  id.writeInt32BE(jobId);
  return Buffer.concat([
    head,
    attribute(0x47, 'attributes-charset', Buffer.from('utf-8')),
    attribute(0x48, 'attributes-natural-language', Buffer.from('en')),
    attribute(0x45, 'printer-uri', Buffer.from(printerUri)),
    attribute(0x21, 'job-id', id),
    attribute(0x44, 'requested-attributes', Buffer.from('job-state-reasons')),
    Buffer.from([0x03]),
  ]);
}

function attribute(tag: number, name: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(name), Buffer.from(name), lengthOf(value), value]);
}

function lengthOf(field: string | Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(field.length);
  return length;
}
