import { Controller, Get, Inject } from '@nestjs/common';
import { Public } from '../accounts/access.decorator.js';
import { sessionCookieName } from '../accounts/session-token.js';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { openApiDocument } from './openapi.js';

/** `GET /openapi.json`: the API for programs that read descriptions. */
@Controller()
export class OpenApiController {
  constructor(@Inject(CORE_CONFIG) private readonly config: CoreConfig) {}

  @Public()
  @Get('openapi.json')
  describe() {
    return openApiDocument(this.config.PUBLIC_URL, sessionCookieName(this.config.PUBLIC_URL));
  }
}
