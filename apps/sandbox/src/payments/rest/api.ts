import { apiVersion } from '../api-version.js';
import type { Book } from '../book/book.js';
import { newId } from '../book/ids.js';
import { answersLiveSeconds } from '../book/kept.js';
import { invalid, Problem, type ErrorBody } from '../book/problem.js';
import type { PaymentKeys } from '../keys.js';
import type { Faults } from './faults.js';
import { readForm } from './form.js';
import { SeenRequests, type SeenRequest } from './requests.js';
import { routeOf, type Caller, type Route } from './route.js';
import { routes } from './routes.js';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** The form fields from the body or the query. */
  readonly form: string;
  readonly header: (name: string) => string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

const longestKey = 255;

/** The simulated part of Stripe's REST API. */
export class Api {
  readonly seen = new SeenRequests();

  constructor(
    private readonly book: Book,
    private readonly keys: PaymentKeys,
    private readonly faults: Faults,
    private readonly url: string,
  ) {}

  /** @returns undefined when the connection must be cut without an answer */
  async answer(request: ApiRequest): Promise<ApiAnswer | undefined> {
    const seen = this.seen.add(seenOf(request));
    const fault = this.faults.takeFault(request.method, request.path);
    if (fault?.when === 'before') {
      await this.faults.wait(fault);
      if (fault.answer !== undefined) return this.faultAnswer(fault.answer, seen);
    }
    const answer = this.answerWithoutFault(request, seen);
    if (fault?.when === 'after') {
      await this.faults.wait(fault);
      if (fault.answer !== undefined) return this.faultAnswer(fault.answer, seen);
    }
    seen.status = answer.status;
    return answer;
  }

  private answerWithoutFault(request: ApiRequest, seen: SeenRequest): ApiAnswer {
    try {
      const caller = this.callerOf(request.header('authorization'));
      refuseOtherVersion(seen.apiVersion);
      const found = routeOf(routes, request.method, request.path);
      if (!found) throw unrecognized(request);
      if (caller === 'page' && !found.route.forPages) throw wrongKind();
      const work = () => this.execute(found, caller, seen);
      return seen.method === 'POST' && seen.idempotencyKey !== null ? this.answerOnce(seen, work) : work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return answerOf(error.status, { error: error.body }, seen);
    }
  }

  /**
   * Repeats the answer of an idempotency key for a day, also that of a declined card. The answer to a
   * refused request is not stored.
   */
  private answerOnce(seen: SeenRequest, work: () => ApiAnswer): ApiAnswer {
    const key = seen.idempotencyKey ?? '';
    if (key.length > longestKey) throw invalid('Keys for idempotent requests are at most 255 characters.');
    const earlier = this.book.find('answer', key);
    if (earlier && earlier.created > this.book.now - answersLiveSeconds) {
      if (earlier.asked !== requestText(seen)) throw otherParameters(key);
      seen.replayed = true;
      const answer = answerOf(earlier.status, earlier.body, seen);
      const replay = { 'idempotent-replayed': 'true', 'original-request': earlier.requestId };
      return { ...answer, headers: { ...answer.headers, ...replay } };
    }
    const answer = answerOrProblem(work, seen);
    if (answer.status < 400 || answer.status === 402 || answer.status >= 500) this.storeAnswer(seen, answer);
    return answer;
  }

  private storeAnswer(seen: SeenRequest, { status, body }: ApiAnswer): void {
    const [id, created, asked] = [seen.idempotencyKey ?? '', this.book.now, requestText(seen)];
    this.book.keep({ object: 'answer', id, created, requestId: seen.id, asked, status, body });
  }

  /**
   * An error of Stripe's own (5xx) is stored as the answer to its key, whether or not the request took
   * effect.
   */
  private faultAnswer(answer: number | 'cut', seen: SeenRequest): ApiAnswer | undefined {
    if (answer === 'cut') return undefined;
    seen.status = answer;
    const failed = answerOf(answer, { error: failureOf(answer) }, seen);
    if (answer < 500 || seen.method !== 'POST' || seen.idempotencyKey === null) return failed;
    // A request that took effect has just stored its success under the key. The error replaces that answer.
    const tookEffect = this.book.find('answer', seen.idempotencyKey)?.requestId === seen.id;
    if (!tookEffect) return this.answerOnce(seen, () => failed);
    this.storeAnswer(seen, failed);
    return failed;
  }

  private execute({ route, id }: { route: Route; id: string }, caller: Caller, seen: SeenRequest): ApiAnswer {
    const { book, url } = this;
    const origin = { id: seen.id, idempotency_key: seen.idempotencyKey };
    const work = () => route.answer({ book, caller, url, fields: seen.fields }, id);
    return answerOf(200, book.during(origin, work), seen);
  }

  private callerOf(authorization = ''): Caller {
    const key = keyOf(authorization);
    if (key === this.keys.secretKey) return 'server';
    if (key === this.keys.publishableKey) return 'page';
    const message =
      key === ''
        ? 'You did not provide an API key. Give it as `Authorization: Bearer YOUR_SECRET_KEY`.'
        : `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`;
    throw new Problem(401, { type: 'invalid_request_error', message });
  }
}

function seenOf({ method, path, form, header }: ApiRequest): SeenRequest {
  return {
    id: newId('req', 14),
    method,
    path,
    fields: readForm(form),
    idempotencyKey: header('idempotency-key') ?? null,
    apiVersion: header('stripe-version') ?? null,
    replayed: false,
  };
}

function keyOf(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
}

/** Without a version header, the account's version applies, which is ours. */
function refuseOtherVersion(version: string | null): void {
  if (version === null || version === apiVersion) return;
  throw invalid(`Invalid Stripe API version: ${version}. This stand-in speaks ${apiVersion}.`);
}

function answerOrProblem(work: () => ApiAnswer, seen: SeenRequest): ApiAnswer {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return answerOf(error.status, { error: error.body }, seen);
  }
}

function answerOf(status: number, body: unknown, { id, idempotencyKey }: SeenRequest): ApiAnswer {
  const headers = {
    'request-id': id,
    'stripe-version': apiVersion,
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
  };
  return { status, headers, body };
}

function requestText({ method, path, fields }: SeenRequest): string {
  return JSON.stringify([method, path, fields]);
}

function failureOf(status: number): ErrorBody {
  const message = 'Something went wrong, because a test requested it.';
  if (status === 429) return { type: 'invalid_request_error', code: 'rate_limit', message };
  return { type: status < 500 ? 'invalid_request_error' : 'api_error', message };
}

function unrecognized({ method, path }: ApiRequest): Problem {
  return new Problem(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function wrongKind(): Problem {
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
  return new Problem(401, { type: 'invalid_request_error', code: 'secret_key_required', message });
}

function otherParameters(key: string): Problem {
  return new Problem(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}
