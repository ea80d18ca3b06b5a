import { readFile } from 'node:fs/promises';
import { Controller, Inject, StreamableFile } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Refusal } from '@sixpence/contracts/refusals';
import { Answers } from '../../../platform/http/call.decorator.js';
import { CORE_CONFIG, type CoreConfig } from '../../../platform/process/config.js';

/**
 * Serves the file by which Apple verifies that wallets may pay on this domain. The payment provider issues
 * the file.
 */
@Controller()
export class WalletDomainController {
  constructor(@Inject(CORE_CONFIG) private readonly config: CoreConfig) {}

  /**
   * The configured file, byte for byte.
   * @throws Refusal `route.unknown` when none is configured
   */
  @Answers(calls.walletDomain)
  async file(): Promise<StreamableFile> {
    const file = this.config.APPLE_PAY_DOMAIN_FILE;
    if (file === '') throw new Refusal('route.unknown');
    return new StreamableFile(await readFile(file), { type: 'text/plain' });
  }
}
