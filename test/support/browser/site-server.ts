import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pageAt } from '@sixpence/contracts/pages';
import { paymentSources } from '@sixpence/core/platform/http/payment-sources';
import { securityHeaders } from '@sixpence/core/platform/http/protect';
import { documentAt } from '@sixpence/core/platform/http/site';
import { withHead } from '@sixpence/core/platform/http/site-document';
import { checkout } from '@sixpence/sandbox/checkout';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { scriptUrl } from '../peers/stripe-script.js';

/** The answer to a call: a status, a body, or no answer at all. */
export type Answer = { status?: number; body?: unknown } | 'no-connection';

/** Answers by call, as in `{ 'POST /email-login': { status: 401 } }`. */
export type Answers = Record<string, Answer>;

/** The request header that names a visit: one page that a test has opened, with its own answers. */
export const visitHeader = 'x-visit';

const built = join(checkout, 'web/dist');
const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};

/**
 * Stands in for core: serves the built site with core's policy, serves the document at each address of the
 * table of pages, and answers calls as the test defined for the visit.
 */
export class SiteServer implements AsyncDisposable {
  private readonly answersByVisit = new Map<string, Answers>();
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private readonly headers: ReturnType<typeof securityHeaders>;

  private constructor(private readonly port: number) {
    this.headers = securityHeaders(this.url, {
      ...paymentSources({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_SCRIPT_URL: scriptUrl }),
      form: [],
    });
  }

  /** @throws Error when the site has not been built */
  static async start(): Promise<SiteServer> {
    if (!existsSync(join(built, 'index.html'))) throw new Error('The site is not built: npm run build');
    const site = new SiteServer(await freePort());
    await new Promise<void>((listening) => site.server.listen(site.port, '127.0.0.1', listening));
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Registers a visit with these answers.
   * @returns its name for the request header
   */
  visit(answers: Answers): string {
    const visit = `${this.answersByVisit.size + 1}`;
    this.answersByVisit.set(visit, answers);
    return visit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    const { pathname } = new URL(request.url ?? '/', this.url);
    const planned = this.answersByVisit.get(String(request.headers[visitHeader]))?.[
      `${request.method ?? ''} ${pathname}`
    ];
    if (planned === 'no-connection') {
      request.socket.destroy();
    } else if (planned) {
      const { status = 200, body } = planned;
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    } else {
      await this.sendFile(pathname, request, response);
    }
  }

  private async sendFile(
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const page = pageAt(pathname);
    const file = join(built, page ? documentAt(built, pathname) : pathname);
    try {
      const bytes = await readFile(file);
      response.setHeader('content-type', mediaTypes[extname(file)] ?? 'application/octet-stream');
      response.setHeader('cache-control', page ? 'no-cache' : 'max-age=3600');
      response.end(page ? withHead(bytes.toString(), page, this.url) : bytes);
    } catch {
      // Unknown addresses redirect browsers to the start page, as core does.
      const wantsPage = request.headers.accept?.includes('text/html') ?? false;
      response.writeHead(wantsPage ? 302 : 404, wantsPage ? { location: '/' } : {}).end();
    }
  }
}
