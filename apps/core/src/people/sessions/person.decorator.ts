import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { SignedIn, SignedInRequest } from './signed-in.js';

/** The person behind the request's session. */
export const Person = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn => {
  const request = context.switchToHttp().getRequest<SignedInRequest>();
  if (!request.signedIn) throw new Error('A route without a session asked for the person behind it');
  return request.signedIn;
});
