import { Controller, Inject } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers } from '../../platform/http/call.decorator.js';
import { sessionCookieName } from '../../people/sessions/session-token.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { openApiDocument } from './openapi.js';

/** `GET /openapi.json`: the description of the API for programs. */
@Controller()
export class OpenApiController {
  constructor(@Inject(CORE_CONFIG) private readonly config: CoreConfig) {}

  @Answers(calls.openapi)
  describe() {
    return openApiDocument(this.config.PUBLIC_URL, sessionCookieName(this.config.PUBLIC_URL));
  }
}
