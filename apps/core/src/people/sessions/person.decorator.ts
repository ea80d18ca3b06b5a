import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { SignedIn, SignedInRequest } from './signed-in.js';

/**
 * A parameter with the person whose session the request carries.
 * @throws Error on a route without a session
 */
export const Person = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn => {
  const request = context.switchToHttp().getRequest<SignedInRequest>();
  if (!request.signedIn) throw new Error('@Person needs a route that requires a session');
  return request.signedIn;
});
