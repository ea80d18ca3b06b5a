import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { fieldsInPath, type Answer, type Asked as AskedOf, type Call } from '@sixpence/contracts/http/call';
import type { FastifyRequest } from 'fastify';
import { validated } from './contract.js';

const CALL = 'sixpence:call';

/**
 * Checks at compile time that the method returns the answer of the call's row. A method that writes to the
 * reply itself returns nothing.
 */
type Answering<C extends Call> = <Method extends (...given: never[]) => Answered<C> | Promise<Answered<C>>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;
type Answered<C extends Call> = C extends { answer: string } ? unknown : Answer<C>;

/**
 * Makes the method answer this call: the row names the route, the proof of the caller, and the budgets.
 * Success is always 200, because the specification's pages treat other statuses as unexpected.
 */
export function Answers<const C extends Call>(call: C): Answering<C> {
  return applyDecorators(
    SetMetadata(CALL, call),
    RequestMapping({ path: call.path, method: RequestMethod[call.method] }),
    HttpCode(200),
  );
}

/**
 * The caller's request, validated by the call's contract: `@Asked() asked: Asked<typeof calls.…>`.
 * @throws Refusal `request.invalid`, or the row's own code
 */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const call = callAnsweredBy(context);
  if (!call?.request) throw new Error('@Asked needs a call with a request contract');
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return validated(call.request, askedIn(call, request), call.malformed);
});
export type Asked<C extends Call> = AskedOf<C>;

/** The row of the call that this route answers; undefined for other routes. */
export function callAnsweredBy(context: ExecutionContext): Call | undefined {
  return Reflect.getMetadata(CALL, context.getHandler()) as Call | undefined;
}

/** Fields of the path override fields of the body or query, because they selected the route. */
function askedIn({ method, path, body = 'json' }: Call, request: FastifyRequest): unknown {
  const fields =
    method === 'GET' ? request.query : body === 'json' || body === 'form' ? request.body : undefined;
  if (fieldsInPath(path).length === 0) return fields;
  if (fields !== undefined && (typeof fields !== 'object' || Array.isArray(fields))) return fields;
  return { ...fields, ...(request.params as object) };
}
