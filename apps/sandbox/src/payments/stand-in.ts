import type { IncomingMessage } from 'node:http';
import { ZodError } from 'zod';
import { json, type HttpAnswer } from './answer.js';
import { Book } from './book/book.js';
import { KeptFile } from './book/kept-file.js';
import { Problem } from './book/problem.js';
import { performAct } from './control/control.js';
import type { PaymentKeys } from './keys.js';
import { MountedElements } from './page/mounted-elements.js';
import { Pages } from './page/pages.js';
import { Api } from './rest/api.js';
import { Faults } from './rest/faults.js';
import { TimePassing } from './time-passing.js';
import { Courier } from './webhooks/courier.js';

export interface PaymentsOptions {
  /** Its own address: `http://127.0.0.1:3300`. */
  readonly url: string;
  readonly keys: PaymentKeys;
  /** The merchant's address for webhooks. */
  readonly webhooks?: string | undefined;
  /** The file of all objects; without it they stay in memory. */
  readonly file?: string | undefined;
  /** The delay of slow outcomes. */
  readonly laterMs?: number | undefined;
}

/** A request with its whole body. */
export interface ReadRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** Connects all parts of the stand-in and routes each request to the right one. */
export class StandIn {
  private readonly book: Book;
  private readonly faults = new Faults();
  private readonly elements = new MountedElements();
  private readonly courier: Courier;
  private readonly time: TimePassing;
  private readonly api: Api;
  private readonly pages: Pages;

  constructor(private readonly options: PaymentsOptions) {
    const { url, keys, webhooks, file, laterMs = 5_000 } = options;
    this.book = new Book(file === undefined ? undefined : new KeptFile(file));
    this.courier = new Courier(this.book, keys.webhookSecret, webhooks);
    this.time = new TimePassing(this.book, laterMs);
    this.api = new Api(this.book, keys, this.faults, url);
    this.pages = new Pages(this.book, this.elements, keys.publishableKey);
    this.courier.resume();
    this.time.resume();
  }

  /** @returns undefined when the connection must be cut without an answer */
  async answer(request: ReadRequest): Promise<HttpAnswer | undefined> {
    const { pathname } = request.url;
    if (pathname === '/healthz') return json(200, 'ok');
    if (pathname.startsWith('/_control/')) return this.control(request);
    if (pathname.startsWith('/v1/')) return this.rest(request);
    const { method, body, headers } = request;
    const page = this.pages.answer({ method, path: pathname, body, authorization: headers.authorization });
    return page ?? json(404, { error: { type: 'invalid_request_error', message: 'Nothing is here.' } });
  }

  stop(): void {
    this.courier.stop();
    this.time.stop();
  }

  private async rest({ method, url, body, headers }: ReadRequest): Promise<HttpAnswer | undefined> {
    const answer = await this.api.answer({
      method,
      path: url.pathname,
      form: method === 'GET' ? url.search : body,
      header: (name) => headers[name]?.toString(),
    });
    return answer && json(answer.status, answer.body, answer.headers);
  }

  private async control({ method, url, body, headers }: ReadRequest): Promise<HttpAnswer> {
    const { book, courier, faults, elements } = this;
    if (headers.authorization !== `Bearer ${this.options.keys.secretKey}`) return json(401, 'Give the key.');
    if (method !== 'POST' || body === '') return json(400, 'Post JSON.');
    const parts = { book, courier, faults, elements, seen: this.api.seen, url: this.options.url };
    const name = url.pathname.split('/')[2] ?? '';
    try {
      return json(200, await performAct(parts, name, JSON.parse(body)));
    } catch (error) {
      if (error instanceof Problem) return json(error.status, { error: error.body });
      if (error instanceof ZodError) return json(400, error.issues);
      throw error;
    }
  }
}
