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
import { kept } from './contract.js';

const CALL = 'sixpence:call';

/** A method that answers what the call's row promises. A method that writes to the reply by itself answers nothing. */
type Answering<C extends Call> = <Method extends (...given: never[]) => Answered<C> | Promise<Answered<C>>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;
type Answered<C extends Call> = C extends { answer: string } ? unknown : Answer<C>;

/**
 * The method answers this call. Its row says where, to whom, and how often; a success is always 200, because the
 * specification's pages take any other status for something unexpected.
 */
export function Answers<const C extends Call>(call: C): Answering<C> {
  return applyDecorators(
    SetMetadata(CALL, call),
    RequestMapping({ path: call.path, method: RequestMethod[call.method] }),
    HttpCode(200),
  );
}

/** What the caller asks, held to the call's contract: `@Asked() asked: Asked<typeof calls.…>`. @throws Refusal */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const call = callAnsweredBy(context);
  if (!call?.request) throw new Error('A method without a contract wants to know what was asked');
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return kept(call.request, askedIn(call, request), call.malformed);
});
export type Asked<C extends Call> = AskedOf<C>;

/** The row of the call that a method answers; other routes have none. */
export function callAnsweredBy(context: ExecutionContext): Call | undefined {
  return Reflect.getMetadata(CALL, context.getHandler()) as Call | undefined;
}

/** Fields of the path win: they are what the route was chosen by. */
function askedIn({ method, path, body = 'json' }: Call, request: FastifyRequest): unknown {
  const said =
    method === 'GET' ? request.query : body === 'json' || body === 'form' ? request.body : undefined;
  if (fieldsInPath(path).length === 0) return said;
  if (said !== undefined && (typeof said !== 'object' || Array.isArray(said))) return said;
  return { ...said, ...(request.params as object) };
}
