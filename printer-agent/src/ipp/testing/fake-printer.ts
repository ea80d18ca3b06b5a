import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { write } from '../codec/attributes.js';
import { decodeMessage } from '../codec/decode.js';
import { encodeMessage } from '../codec/encode.js';
import type { Attribute, Group, Message } from '../codec/message.js';
import { groupTag, valueTag } from '../codec/tags.js';

/** One HTTP request at a `FakePrinter`. The test decides the answer, valid or not. */
export class Call {
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {}

  /** The bare connection, for answers that are not HTTP. */
  get socket(): Socket {
    return this.request.socket;
  }

  /** Reads the whole request. */
  async body(): Promise<{ message: Message; document: Buffer }> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const message = decodeMessage(bytes);
    return { message, document: bytes.subarray(encodeMessage(message).length) };
  }

  answer(message: Message, code: number, ...groups: Group[]): void {
    this.response.writeHead(200, { 'Content-Type': 'application/ipp' });
    this.response.end(replyTo(message, code, ...groups));
  }
}

export function replyTo(message: Message, code: number, ...groups: Group[]): Buffer {
  const operation = {
    tag: groupTag.operation,
    attributes: [
      write.charset('attributes-charset', 'utf-8'),
      write.naturalLanguage('attributes-natural-language', 'en'),
    ],
  };
  const { version, requestId } = message;
  return encodeMessage({ version, code, requestId, groups: [operation, ...groups] });
}

/** An HTTP server that answers exactly as a test wants, on a free port of the loopback. */
export class FakePrinter {
  private readonly silent = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly uri: string,
  ) {}

  static async start(onCall: (call: Call) => Promise<void> | void): Promise<FakePrinter> {
    const server = createServer((request, response) => {
      void (async () => onCall(new Call(request, response)))().catch((error: unknown) => {
        if (!request.socket.destroyed) request.socket.destroy(error as Error);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new FakePrinter(server, `ipp://127.0.0.1:${port}/ipp/print`);
  }

  /**
   * A printer that answers every operation of `answers` with its groups, and other operations with "operation
   * not supported".
   */
  static speaking(
    answers: Record<number, (message: Message, document: Buffer) => Answer>,
  ): Promise<FakePrinter> {
    return FakePrinter.start(async (call) => {
      const { message, document } = await call.body();
      const { code, groups } = answers[message.code]?.(message, document) ?? { code: 0x0501 };
      call.answer(message, code, ...(groups ?? []));
    });
  }

  /** From now on the printer accepts connections and never answers. */
  ignoreConnections(): void {
    this.server.removeAllListeners('connection');
    this.server.on('connection', (socket) => this.silent.add(socket));
  }

  countConnections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    for (const socket of this.silent) socket.destroy();
    await once(this.server, 'close');
  }
}

export interface Answer {
  readonly code: number;
  readonly groups?: readonly Group[];
}

export function enumeration(name: string, value: number): Attribute {
  return { name, values: [{ kind: 'integer', tag: valueTag.enum, value }] };
}

/** The attributes of an idle colour printer; `changes` replace attributes of the same name. */
export function printerGroup(...changes: Attribute[]): Group {
  const usual = [
    enumeration('printer-state', 3),
    write.keyword('printer-state-reasons', 'none'),
    write.boolean('printer-is-accepting-jobs', true),
    write.boolean('color-supported', true),
    write.name('printer-make-and-model', 'Acme 9000'),
    write.integer('printer-up-time', 100),
    write.keyword('sides-supported', 'one-sided', 'two-sided-long-edge'),
    write.keyword('print-color-mode-supported', 'auto', 'color', 'monochrome'),
    write.keyword('media-supported', 'na_letter_8.5x11in', 'iso_a4_210x297mm'),
    write.keyword('print-scaling-supported', 'auto', 'fit'),
    write.mediaType('document-format-supported', 'application/pdf'),
    {
      name: 'operations-supported',
      values: [2, 4, 5, 6, 8, 9, 10, 11].flatMap((id) => enumeration('', id).values),
    },
  ];
  const changed = new Set(changes.map(({ name }) => name));
  return {
    tag: groupTag.printer,
    attributes: [...usual.filter(({ name }) => !changed.has(name)), ...changes],
  };
}

export function jobGroup(jobId: number, state: number, ...more: Attribute[]): Group {
  return {
    tag: groupTag.job,
    attributes: [write.integer('job-id', jobId), enumeration('job-state', state), ...more],
  };
}

export function unsupportedGroup(...attributes: Attribute[]): Group {
  return { tag: groupTag.unsupported, attributes };
}
