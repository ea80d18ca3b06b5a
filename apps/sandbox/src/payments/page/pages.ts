import { z } from 'zod';
import { json, type HttpAnswer } from '../answer.js';
import type { Book } from '../book/book.js';
import { testCards } from '../book/cards.js';
import { assetAt } from './assets.js';
import { bankAnswer, bankPage } from './bank.js';
import { frontPage } from './front.js';
import type { MountedElements } from './mounted-elements.js';

export interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly authorization: string | undefined;
}

const mounted = z.object({ clientSecret: z.string(), elements: z.unknown(), payment: z.unknown() });

/** The pages for browsers: the script, the frame, the bank's page, and a front page. */
export class Pages {
  constructor(
    private readonly book: Book,
    private readonly elements: MountedElements,
    private readonly publishableKey: string,
  ) {}

  /** @returns undefined for an unknown address */
  answer(request: PageRequest): HttpAnswer | undefined {
    const { method, path } = request;
    if (path === '/') return frontPage(this.book);
    if (path === '/element/mounted') return this.keepMounted(request);
    if (path === '/element/test-cards')
      return json(
        200,
        testCards.map(({ number, what }) => ({ number, what })),
      );
    const id = /^\/bank\/(\w+)$/.exec(path)?.[1];
    if (id !== undefined) {
      return method === 'POST' ? bankAnswer(this.book, id, request.body) : bankPage(this.book, id);
    }
    return method === 'GET' ? assetAt(path) : undefined;
  }

  private keepMounted({ body, authorization }: PageRequest): HttpAnswer {
    if (authorization !== `Bearer ${this.publishableKey}`) return json(401, 'Give the publishable key.');
    const { clientSecret, elements, payment } = mounted.parse(JSON.parse(body));
    const [intent = ''] = clientSecret.split('_secret_');
    if (this.book.find('payment_intent', intent)?.client_secret !== clientSecret) {
      return json(404, 'There is no such payment.');
    }
    this.elements.add({ intent, elements, payment });
    return json(200, {});
  }
}
