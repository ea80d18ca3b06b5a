import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Refusal } from '@sixpence/contracts/refusals';
import { PUBLIC } from './access.decorator.js';
import { SessionsService } from './sessions.service.js';
import type { SignedInRequest } from './signed-in.js';

/** Closed by default: a route without `@Public()` answers 401 to whoever has no session. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()]))
      return true;
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const signedIn = await this.sessions.fromCookies(request.headers.cookie);
    if (!signedIn) throw new Refusal('session.missing', 'Your session has ended. Please sign in.');
    request.signedIn = signedIn;
    return true;
  }
}
