import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const operation = { printJob: 0x0002, getJobAttributes: 0x0009, cupsGetPrinters: 0x4002 };
const completed = 9;

/**
 * The minimal printing client: Print-Job, then Get-Job-Attributes until the job is *completed*, over one
 * connection. It has no checks, no payment, and no retry, so no service can be faster.
 */
export class BareClient {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  private readonly url: string;

  constructor(private readonly uri: string) {
    this.url = uri.replace(/^ipp:/, 'http:');
  }

  /** Whether a CUPS server answers and lists its queues. */
  static async listsPrinters(server: string): Promise<boolean> {
    const client = new BareClient(server);
    try {
      const answer = await client.ask(operation.cupsGetPrinters, []);
      return answer.length > 4 && answer.readUInt16BE(2) === 0;
    } catch {
      // Refused or reset: the server does not listen yet.
      return false;
    } finally {
      client.close();
    }
  }

  /** @throws Error when the printer refuses the job, or the job does not end as completed */
  async print(document: Uint8Array): Promise<void> {
    const format = attribute(0x49, 'document-format', 'application/pdf');
    const created = await this.ask(operation.printJob, [format], document);
    await this.untilCompleted(integerIn(created, 'job-id'));
  }

  /** @throws Error when the job ends in another state */
  async untilCompleted(id: number, pauseMs = 0): Promise<void> {
    const attributes = [
      attribute(0x21, 'job-id', int32(id)),
      attribute(0x44, 'requested-attributes', 'job-state'),
    ];
    for (;;) {
      const state = integerIn(await this.ask(operation.getJobAttributes, attributes), 'job-state');
      if (state === completed) return;
      if (state > 6) throw new Error(`The printer ended job ${id} in state ${state}`);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private ask(code: number, attributes: Buffer[], document: Uint8Array = Buffer.alloc(0)): Promise<Buffer> {
    const body = Buffer.concat([
      Buffer.from([2, 0]),
      int16(code),
      Buffer.from([0, 0, 0, 1, 1]),
      attribute(0x47, 'attributes-charset', 'utf-8'),
      attribute(0x48, 'attributes-natural-language', 'en'),
      attribute(0x45, 'printer-uri', this.uri),
      ...attributes,
      Buffer.from([3]),
      document,
    ]);
    const headers = { 'content-type': 'application/ipp', 'content-length': body.byteLength };
    return new Promise((resolve, reject) => {
      const request = http.request(this.url, { method: 'POST', agent: this.agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
      });
      request.on('error', reject).end(body);
    });
  }
}

function attribute(tag: number, name: string, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([
    Buffer.from([tag]),
    int16(name.length),
    Buffer.from(name),
    int16(bytes.length),
    bytes,
  ]);
}

/** The value follows the attribute's name and a length of two bytes. */
function integerIn(reply: Buffer, name: string): number {
  const at = reply.indexOf(name);
  if (at < 0) throw new Error(`The printer answered no ${name} (status ${reply.readUInt16BE(2)})`);
  return reply.readInt32BE(at + name.length + 2);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
