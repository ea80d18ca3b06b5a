import { write } from './codec/attributes.js';
import { decodeMessage } from './codec/decode.js';
import { encodeMessage } from './codec/encode.js';
import { endpointOf, secured, type Endpoint } from './endpoint.js';
import { IppError } from './errors.js';
import type { Attribute, Version } from './codec/message.js';
import { isSuccess, status, type OperationId } from './operations.js';
import { garbage, type Reply } from './reply.js';
import { statusError } from './status-error.js';
import { groupTag } from './codec/tags.js';
import { Transport, type ExchangeKind, type TransportLimits } from './transport.js';
import type { PrintableDocument } from './upload.js';

export interface Request {
  readonly operation: OperationId;
  readonly jobId?: number;
  /** Operation attributes after the target and the user's name. */
  readonly attributes?: readonly Attribute[];
  readonly job?: readonly Attribute[];
}

const versions: readonly [Version, ...Version[]] = [
  { major: 2, minor: 0 },
  { major: 1, minor: 1 },
  { major: 1, minor: 0 },
];

/**
 * Requests and replies with one printer. Adds the envelope of RFC 8011, finds the version that the printer
 * understands, and checks that a reply is complete, matches the request, and reports success. Every failure
 * of the printer or of the connection is an `IppError`.
 */
export class IppConversation {
  private endpoint: Endpoint;
  private transport: Transport;
  private requestId = 0;
  /** The first one is in use; the others are tried if the printer refuses it. */
  private versionsToTry = versions;

  constructor(
    uri: string,
    private readonly userName: string,
    private readonly limits: TransportLimits,
  ) {
    this.endpoint = endpointOf(uri);
    this.transport = new Transport(this.endpoint, limits);
  }

  async askPrinter(request: Request, kind: ExchangeKind, signal?: AbortSignal): Promise<Reply> {
    const { bytes, requestId } = this.encode(request);
    try {
      return readReply(await this.transport.exchange(bytes, kind, signal), requestId);
    } catch (error) {
      if (!(error instanceof IppError) || !this.adapt(error)) throw error;
      return this.askPrinter(request, kind, signal);
    }
  }

  /**
   * Sends a document. Never repeated, because the document can be read only once. An earlier `askPrinter` has
   * already found the version, and whether the printer demands TLS.
   */
  async upload(
    request: Request,
    document: PrintableDocument,
    isExcused: () => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<Reply> {
    const { bytes, requestId } = this.encode(request);
    const answer = await this.transport.upload(bytes, document, isExcused, signal);
    const reply = readReply(answer.bytes, requestId);
    if (!answer.isWhole) {
      throw new IppError('interrupted', 'the printer said yes before it had the whole document', {
        reply: answer.bytes,
      });
    }
    return reply;
  }

  close(): void {
    this.transport.close();
  }

  /** @returns true when a retry can meet the printer's demand: an older version, or TLS */
  private adapt(error: IppError): boolean {
    const [, next, ...rest] = this.versionsToTry;
    if (error.status === status.versionNotSupported && next) {
      this.versionsToTry = [next, ...rest];
      return true;
    }
    if (error.httpStatus !== 426 || this.endpoint.secure) return false;
    this.transport.close();
    this.endpoint = secured(this.endpoint);
    this.transport = new Transport(this.endpoint, this.limits);
    return true;
  }

  /** RFC 8011 §4.1.4 and §4.1.5: charset, language, and target come first and in this order. */
  private encode(request: Request): { bytes: Buffer; requestId: number } {
    this.requestId = (this.requestId % 0x7fffffff) + 1;
    const operationAttributes = [
      write.charset('attributes-charset', 'utf-8'),
      write.naturalLanguage('attributes-natural-language', 'en'),
      write.uri('printer-uri', this.endpoint.uri),
      ...(request.jobId === undefined ? [] : [write.integer('job-id', request.jobId)]),
      write.name('requesting-user-name', this.userName),
      ...(request.attributes ?? []),
    ];
    const job = request.job ?? [];
    const groups = [
      { tag: groupTag.operation, attributes: operationAttributes },
      ...(job.length > 0 ? [{ tag: groupTag.job, attributes: job }] : []),
    ];
    const { requestId, versionsToTry } = this;
    const message = { version: versionsToTry[0], code: request.operation, requestId, groups };
    return { bytes: encodeMessage(message), requestId };
  }
}

function readReply(bytes: Buffer, requestId: number): Reply {
  const reply = { message: decodeMessage(bytes), bytes };
  if (reply.message.requestId !== requestId) throw garbage(reply, 'it answers another request');
  if (!isSuccess(reply.message.code)) throw statusError(reply);
  return reply;
}
